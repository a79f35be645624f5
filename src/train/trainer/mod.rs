//! Trains networks on the processor: sparse inputs, one hidden layer, AdamW.
//!
//! Everything is decided by the [`Plan`] and the training set: not by the number of threads, and not by how
//! often a training was killed and gone on with. In its directory stand:
//!
//! ```text
//! checkpoint   the state after the last interval (see `checkpoint`)
//! best.nnue    the network with the smallest loss in validation so far, ready for use
//! curve.csv    loss by batches
//! curve.svg    the same as a picture
//! lock         keeps other processes out
//! ```

pub mod checkpoint;
pub mod curve;
pub mod inputs;
pub mod optimiser;
pub mod order;
pub mod pass;
pub mod plan;
pub mod quantise;
pub mod shape;
pub mod simd;

pub use plan::Plan;

use super::dataset::DataSet;
use super::lock::lock;
use super::recipe::differences;
use super::whole;
use crate::eval::nnue::network::{Network, NetworkError};
use checkpoint::{Checkpoint, CheckpointError, Notes};
use curve::Row;
use optimiser::{LANES, State, Step};
use order::Order;
use pass::{Judge, Learn, Model};
use quantise::{Misfit, Rounding};
use rayon::ThreadPool;
use rayon::prelude::*;
use shape::Shape;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Samples that a thread validates with at a time.
const SHARE: usize = 1 << 12;

/// Samples on which rounded values are centred.
const CENTRED: usize = 1 << 14;

/// Why a training ended early.
#[derive(Error, Debug)]
pub enum TrainError {
    /// The plan.
    #[error("{0}")]
    Plan(String),
    /// The system refused something.
    #[error("{path}: {error}", path = .path.display())]
    Io {
        /// Where.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// Another process trains there.
    #[error("{}: another process is training there", .0.display())]
    Busy(PathBuf),
    /// What is there cannot be gone on with.
    #[error("{path}: {error}", path = .path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: CheckpointError,
    },
    /// What is there was planned otherwise.
    #[error("{path} belongs to another training: {differences}", path = .path.display())]
    OtherPlan {
        /// The file.
        path: PathBuf,
        /// What differs.
        differences: String,
    },
    /// The network to begin with.
    #[error(transparent)]
    From(#[from] Misfit),
    /// A network that cannot be written.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// A checkpoint after the last batch, but without a validation.
    #[error("the checkpoint holds no network that was validated")]
    Unvalidated,
    /// The weights grew out of all bounds.
    #[error("the loss is no number any more after batch {0}: try a smaller learning rate")]
    Diverged(u64),
}

/// What happens in a training.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// It goes on where it was.
    Resumed(&'a [Row]),
    /// A batch was learned from.
    Batch(Progress),
    /// An interval is over.
    Validated {
        /// How it went.
        row: Row,
        /// Whether no validation was better.
        best: bool,
    },
}

/// How far a training is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Batches learned from.
    pub batch: u64,
    /// Samples learned from, this time.
    pub samples: u64,
    /// Since it began, this time.
    pub time: Duration,
}

impl Progress {
    /// Samples a second, this time.
    pub fn per_second(&self) -> f64 {
        self.samples as f64 / self.time.as_secs_f64().max(1e-3)
    }
}

/// What a training ended with.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The best validation.
    pub best: Row,
    /// What rounding does to that network.
    pub rounding: Rounding,
    /// Where the network is.
    pub network: PathBuf,
}

/// Trains a network in `dir`, which is made if necessary, on the threads of `pool`; goes on with what is
/// there already. The listener is called on the caller's thread.
///
/// # Errors
/// If the plan makes no sense, something else is in the directory, it cannot be written to, or the loss
/// grows without end.
pub fn train(
    data: &DataSet,
    plan: &Plan,
    from: Option<&Network>,
    dir: &Path,
    pool: &ThreadPool,
    mut listener: impl FnMut(Event),
) -> Result<Outcome, TrainError> {
    if let Some(fault) = plan.fault() {
        return Err(TrainError::Plan(fault));
    }
    let mut training = Training::open(data, plan, from, dir)?;
    let rows = &training.checkpoint.notes.rows;
    if !rows.is_empty() {
        listener(Event::Resumed(rows));
    }
    let start = Instant::now();
    let mut progress = Progress { batch: training.checkpoint.notes.batch, samples: 0, time: Duration::ZERO };
    let (mut loss, mut samples) = (0.0, 0);
    while progress.batch < plan.batches {
        let (batch_loss, count) = pool.install(|| training.learn());
        loss += batch_loss;
        samples += count;
        progress.batch += 1;
        progress.samples += count;
        progress.time = start.elapsed();
        listener(Event::Batch(progress));
        if progress.batch.is_multiple_of(plan.interval) || progress.batch == plan.batches {
            let (row, best) = pool.install(|| training.validate(loss / samples as f64))?;
            pool.install(|| training.save(best))?;
            listener(Event::Validated { row, best });
            (loss, samples) = (0.0, 0);
        }
    }
    pool.install(|| training.outcome())
}

/// A training on its way.
struct Training<'a> {
    data: &'a DataSet,
    dir: &'a Path,
    shape: Shape,
    checkpoint: Checkpoint,
    gradients: [Vec<f32>; LANES],
    /// The samples of an epoch, and which epoch that is.
    order: (u64, Order),
    _lock: fs::File,
}

impl<'a> Training<'a> {
    fn open(data: &'a DataSet, plan: &Plan, from: Option<&Network>, dir: &'a Path) -> Result<Training<'a>, TrainError> {
        let shape = plan.shape().ok_or_else(|| TrainError::Plan("no such network".to_owned()))?;
        fs::create_dir_all(dir).map_err(io_error(dir))?;
        let lock = lock(dir).map_err(io_error(dir))?.ok_or_else(|| TrainError::Busy(dir.to_owned()))?;
        let path = dir.join("checkpoint");
        let checkpoint = match fs::read(&path) {
            Ok(bytes) => resume(&path, &bytes, plan, shape)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let parameters = match from {
                    Some(network) => quantise::parameters(network, shape)?,
                    None => shape.random(plan.seed),
                };
                let notes = Notes { plan: plan.clone(), batch: 0, rows: Vec::new(), best: None };
                Checkpoint { notes, best: parameters.clone(), state: State::new(parameters) }
            }
            Err(error) => return Err(io_error(&path)(error)),
        };
        let gradients = std::array::from_fn(|_| vec![0.0; shape.parameters()]);
        let order = (0, Order::new(plan.seed, 0, data.training().len()));
        Ok(Training { data, dir, shape, checkpoint, gradients, order, _lock: lock })
    }

    fn model<'b>(&self, parameters: &'b [f32]) -> Model<'b> {
        Model { shape: self.shape, parameters, blend: self.checkpoint.notes.plan.blend }
    }

    /// Learns from the next batch; gives the sum of the losses and the number of samples.
    fn learn(&mut self) -> (f64, u64) {
        let samples = self.data.training();
        let Notes { plan, batch, .. } = &self.checkpoint.notes;
        let per_epoch = Plan::batches_per_epoch(plan.batch, samples.len());
        let (epoch, number) = (batch / per_epoch, (batch % per_epoch) as usize);
        if self.order.0 != epoch {
            self.order = (epoch, Order::new(plan.seed, epoch, samples.len()));
        }
        let first = number * plan.batch;
        let count = plan.batch.min(samples.len() - first);
        let step = Step { number: batch + 1, rate: plan.rate_of(*batch), decay: plan.decay, scale: 1.0 / count as f32 };
        let (model, order) = (self.model(&self.checkpoint.state.parameters), &self.order.1);
        let losses: Vec<f64> = self
            .gradients
            .par_iter_mut()
            .enumerate()
            .map(|(lane, gradient)| {
                let part = first + lane * count / LANES..first + (lane + 1) * count / LANES;
                let samples = part.map(|number| &samples[order.sample(number)]);
                simd::run(Learn { model, samples, gradient })
            })
            .collect();
        self.checkpoint.state.step(self.shape, step, &mut self.gradients);
        self.checkpoint.notes.batch += 1;
        (losses.iter().sum(), count as u64)
    }

    /// Ends an interval with this mean loss in training; tells whether it was the best.
    fn validate(&mut self, training: f64) -> Result<(Row, bool), TrainError> {
        let samples = self.data.validation();
        let model = self.model(&self.checkpoint.state.parameters);
        let losses: Vec<f64> = samples
            .par_chunks(SHARE)
            .map(|part| simd::run(Judge { model, samples: part.iter(), visit: |_, _| () }))
            .collect();
        let Notes { plan, batch, rows, best } = &mut self.checkpoint.notes;
        let row = Row {
            batch: *batch,
            epoch: *batch as f64 / Plan::batches_per_epoch(plan.batch, self.data.training().len()) as f64,
            rate: plan.rate_of(*batch - 1),
            training,
            validation: losses.iter().sum::<f64>() / samples.len() as f64,
        };
        if !row.training.is_finite() || !row.validation.is_finite() {
            return Err(TrainError::Diverged(row.batch));
        }
        let improved = best.is_none_or(|best| row.validation < best.validation);
        if improved {
            *best = Some(row);
            self.checkpoint.best.clone_from(&self.checkpoint.state.parameters);
        }
        rows.push(row);
        Ok((row, improved))
    }

    /// The best network so far, ready for use.
    fn network(&self) -> Result<(Network, Row), TrainError> {
        let Notes { plan, best, .. } = &self.checkpoint.notes;
        let row = best.ok_or(TrainError::Unvalidated)?;
        let description = format!(
            "Chuhe, trained on set {:08x}{}: batch {} of {}, {} samples a batch, learning rate {} to {}, blend {}, \
             decay {}, seed {}; validation loss {:.6}",
            plan.data,
            plan.from.map_or(String::new(), |from| format!(" from network {from:08x}")),
            row.batch,
            plan.batches,
            plan.batch,
            plan.rate,
            plan.final_rate,
            plan.blend,
            plan.decay,
            plan.seed,
            row.validation
        );
        let network = quantise::quantise(self.shape, &self.checkpoint.best, &description)?;
        let samples = self.data.validation();
        let samples = &samples[..samples.len().min(CENTRED)];
        Ok((quantise::centre(self.model(&self.checkpoint.best), &network, samples), row))
    }

    /// Writes all files, the network only when it is `new`; killed between two of them, the training goes on
    /// and writes the same again.
    fn save(&self, new: bool) -> Result<(), TrainError> {
        if new {
            self.write("best.nnue", &self.network()?.0.write())?;
        }
        let rows = &self.checkpoint.notes.rows;
        self.write("curve.csv", curve::csv(rows).as_bytes())?;
        self.write("curve.svg", curve::svg(rows).as_bytes())?;
        self.write("checkpoint", &self.checkpoint.to_bytes())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), TrainError> {
        let path = self.dir.join(name);
        whole::replace(&path, |file| file.write_all(bytes)).map_err(io_error(&path))
    }

    fn outcome(&self) -> Result<Outcome, TrainError> {
        let (network, best) = self.network()?;
        let model = self.model(&self.checkpoint.best);
        let rounding = quantise::rounding(model, &network, self.data.validation());
        Ok(Outcome { best, rounding, network: self.dir.join("best.nnue") })
    }
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> TrainError {
    let path = path.to_owned();
    |error| TrainError::Io { path, error }
}

/// The checkpoint in `bytes`, if it belongs to the plan.
fn resume(path: &Path, bytes: &[u8], plan: &Plan, shape: Shape) -> Result<Checkpoint, TrainError> {
    let path = path.to_owned();
    let checkpoint = match Checkpoint::from_bytes(bytes) {
        Ok(checkpoint) => checkpoint,
        Err(error) => return Err(TrainError::Checkpoint { path, error }),
    };
    if checkpoint.notes.plan != *plan {
        let differences = differences(plan, &checkpoint.notes.plan).join(", ");
        return Err(TrainError::OtherPlan { path, differences });
    }
    if checkpoint.best.len() != shape.parameters() {
        let expected = shape.parameters() as u64 * 16;
        return Err(TrainError::Checkpoint { path, error: CheckpointError::Length { found: bytes.len(), expected } });
    }
    Ok(checkpoint)
}
