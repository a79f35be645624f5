//! How the loss fell, as a table and as a picture.

use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// The state after some batches.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// Batches learned from.
    pub batch: u64,
    /// Epochs that they make up.
    pub epoch: f64,
    /// The learning rate of the last of them.
    pub rate: f32,
    /// Mean loss of the samples since the row before, each before it was learned from.
    pub training: f64,
    /// Mean loss of the samples to validate with.
    pub validation: f64,
}

/// The rows as comma-separated values with a heading.
pub fn csv(rows: &[Row]) -> String {
    let mut text = "batch,epoch,learning_rate,training_loss,validation_loss\n".to_owned();
    for row in rows {
        let Row { batch, epoch, rate, training, validation } = row;
        let _ = writeln!(text, "{batch},{epoch:.4},{rate:.8},{training:.8},{validation:.8}");
    }
    text
}

/// Size of the picture and its margins, in pixels.
const SIZE: (f64, f64) = (800.0, 480.0);
const MARGIN: (f64, f64) = (80.0, 40.0);

/// Both losses over the batches as an SVG picture.
pub fn svg(rows: &[Row]) -> String {
    let losses = || rows.iter().flat_map(|row| [row.training, row.validation]);
    let (low, high) =
        losses().fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), loss| (low.min(loss), high.max(loss)));
    let low = if rows.is_empty() { 0.0 } else { low };
    let last = rows.last().map_or(1, |row| row.batch) as f64;
    let span = if high > low { high - low } else { 1.0 };
    let x = |batch: f64| MARGIN.0 + batch / last * (SIZE.0 - 2.0 * MARGIN.0);
    let y = |loss: f64| SIZE.1 - MARGIN.1 - (loss - low) / span * (SIZE.1 - 2.0 * MARGIN.1);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        SIZE.0, SIZE.1
    );
    for part in 0..=4 {
        let part = f64::from(part) / 4.0;
        let (loss, batch) = (low + part * span, part * last);
        let (at, across) = (y(loss), x(batch));
        let _ = writeln!(
            text,
            "<path d=\"M{:.1} {at:.1}H{:.1}\" stroke=\"#ddd\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.5}</text>\n\
             <text x=\"{across:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{batch:.0}</text>",
            MARGIN.0,
            SIZE.0 - MARGIN.0,
            MARGIN.0 - 8.0,
            at + 4.0,
            SIZE.1 - MARGIN.1 + 18.0
        );
    }
    let training: Vec<f64> = rows.iter().map(|row| row.training).collect();
    let validation: Vec<f64> = rows.iter().map(|row| row.validation).collect();
    let lines = [("training", "#1f77b4", training), ("validation", "#d62728", validation)];
    for (number, (name, color, losses)) in lines.into_iter().enumerate() {
        let points = rows.iter().zip(losses).map(|(row, loss)| format!("{:.1},{:.1}", x(row.batch as f64), y(loss)));
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{color}\" text-anchor=\"end\">{name}</text>",
            points.collect::<Vec<_>>().join(" "),
            SIZE.0 - MARGIN.0,
            MARGIN.1 + 16.0 * number as f64
        );
    }
    text.push_str("<text x=\"400\" y=\"20\" text-anchor=\"middle\">loss by batches</text>\n</svg>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [Row; 2] = [
        Row { batch: 100, epoch: 0.5, rate: 0.001, training: 0.03, validation: 0.02 },
        Row { batch: 200, epoch: 1.0, rate: 0.0005, training: 0.01, validation: 0.015 },
    ];

    #[test]
    fn table() {
        let text = csv(&ROWS);
        assert_eq!(text.lines().nth(2), Some("200,1.0000,0.00050000,0.01000000,0.01500000"));
    }

    #[test]
    fn picture() {
        let text = svg(&ROWS);
        // The highest loss stands at the upper margin, the lowest at the lower one.
        assert!(text.contains("points=\"400.0,40.0 720.0,440.0\""), "{text}");
        assert!(text.contains("points=\"400.0,240.0 720.0,340.0\""), "{text}");
        assert!(svg(&[]).ends_with("</svg>\n") && !svg(&ROWS[..1]).contains("NaN"));
    }
}
