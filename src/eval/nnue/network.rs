//! A network's weights, and the file that holds them.
//!
//! The file, numbers little-endian:
//!
//! ```text
//!  0   8 bytes  "CHUHENN\n"
//!  8   u32      version of the format: 1
//! 12   u32      W, the width of the hidden layer: a multiple of 32 from 32 to 1024
//! 16   u32      K, king buckets: 1 or 6
//! 20   u32      B, output buckets: 8
//! 24   u32      D, bytes of the description, at most 4096
//! 28   u32      P, bytes of the weights: 2 · (W + 1260 · K · W + 2 · W · B) + 4 · B
//! 32   D bytes  description, UTF-8
//!      P bytes  weights: hidden bias i16 × W; for each of the 1260 · K inputs i16 × W; for each output
//!               bucket i16 × 2W (own half, then theirs); output bias i32 × B
//!      u32      CRC-32 of all bytes before it
//! ```

use super::features::{KingBuckets, MAX_ACTIVE, OUTPUT_BUCKETS};
use crate::checksum::crc32;
use thiserror::Error;

/// What 1.0 is in the hidden layer and in its weights and bias.
pub const QA: i32 = 255;
/// What 1.0 is in the output weights.
pub const QB: i32 = 64;
/// Centipawns for an output of 1.0.
pub const SCALE: i32 = 400;
/// Largest size of a weight of the inputs; [`MAX_ACTIVE`] of them and a bias fit into an `i16`.
pub const MAX_INPUT_WEIGHT: i16 = 992;
/// Largest size of a bias of the hidden layer.
pub const MAX_HIDDEN_BIAS: i16 = 1023;
/// Largest size of an output weight; a clamped hidden value times it fits into an `i16`.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;
/// The largest width.
pub const MAX_WIDTH: usize = 1024;
/// Numbers in a [`Block`]; every width is a multiple of it.
pub const BLOCK: usize = 32;

const _: () = assert!(MAX_ACTIVE as i32 * MAX_INPUT_WEIGHT as i32 + MAX_HIDDEN_BIAS as i32 <= i16::MAX as i32);
const _: () = assert!(QA * MAX_OUTPUT_WEIGHT as i32 <= i16::MAX as i32);

const MAGIC: [u8; 8] = *b"CHUHENN\n";
/// The version of the format.
const VERSION: u32 = 1;
const HEADER: usize = 32;
const MAX_DESCRIPTION: usize = 4096;
const CHECKSUM: usize = 4;

/// 32 numbers on a cache line of their own: what one AVX-512 register holds, and two of AVX2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Block(pub [i16; BLOCK]);

impl Block {
    /// All zero.
    pub const ZERO: Block = Block([0; BLOCK]);
}

/// A network in parts, for who makes one; lengths are in numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// How it came about, for people: at most 4096 bytes.
    pub description: String,
    /// W, the width of the hidden layer: a multiple of 32 from 32 to 1024.
    pub width: usize,
    /// King buckets.
    pub king_buckets: KingBuckets,
    /// W numbers at [`QA`], within ±[`MAX_HIDDEN_BIAS`].
    pub hidden_bias: Vec<i16>,
    /// W numbers at [`QA`] for each input in turn, within ±[`MAX_INPUT_WEIGHT`].
    pub input_weights: Vec<i16>,
    /// 2W numbers at [`QB`] for each output bucket in turn, the side to move's half first, within
    /// ±[`MAX_OUTPUT_WEIGHT`].
    pub output_weights: Vec<i16>,
    /// A number at [`QA`] · [`QB`] for each output bucket.
    pub output_bias: [i32; OUTPUT_BUCKETS],
}

/// Why bytes or parts are not a network.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// Not even a header.
    #[error("{0} bytes are too short for a network; its header alone takes {HEADER}")]
    NoHeader(
        /// Bytes there are.
        usize,
    ),
    /// Another kind of file.
    #[error("it does not begin with \"CHUHENN\\n\" but with \"{}\"", .0.escape_ascii())]
    Magic(
        /// Its first bytes.
        [u8; 8],
    ),
    /// Another version.
    #[error("version {0} of the format is not known, only {VERSION}")]
    Version(
        /// The version.
        u32,
    ),
    /// A width that cannot be.
    #[error("width {0} is not a multiple of 32 from 32 to {MAX_WIDTH}")]
    Width(
        /// The width.
        u64,
    ),
    /// A number of king buckets that cannot be.
    #[error("{0} king buckets: there can be 1 or 6")]
    KingBuckets(
        /// The number.
        u32,
    ),
    /// A number of output buckets that cannot be.
    #[error("{0} output buckets: there can only be {OUTPUT_BUCKETS}")]
    OutputBuckets(
        /// The number.
        u32,
    ),
    /// A description that is too long.
    #[error("a description of {0} bytes is longer than {MAX_DESCRIPTION}")]
    DescriptionLength(
        /// Its length.
        u64,
    ),
    /// A description that is no text.
    #[error("the description is not UTF-8 from its byte {0} on")]
    DescriptionText(
        /// How many of its bytes are.
        usize,
    ),
    /// The header's length of the weights does not go with its other numbers.
    #[error("the header tells {told} bytes of weights, but a network of its shape has {right}")]
    PayloadLength {
        /// Bytes by the header.
        told: u32,
        /// Bytes by the shape.
        right: usize,
    },
    /// The file ends early or goes on.
    #[error("the file has {found} bytes, but by its header it should have {right}")]
    FileLength {
        /// Bytes there are.
        found: usize,
        /// Bytes there should be.
        right: usize,
    },
    /// Some byte is wrong.
    #[error("the checksum of the file is {told:08x}, but its bytes give {found:08x}")]
    Checksum {
        /// As the file tells.
        told: u32,
        /// As it is.
        found: u32,
    },
    /// Too few or too many numbers in a part.
    #[error("{found} numbers of the {part}, but there should be {right}")]
    PartLength {
        /// The part.
        part: &'static str,
        /// Numbers there are.
        found: usize,
        /// Numbers there should be.
        right: usize,
    },
    /// A number that could lead to an overflow.
    #[error("number {index} of the {part} is {value}, outside ±{limit}")]
    Weight {
        /// The part.
        part: &'static str,
        /// Which number of it, from 0.
        index: usize,
        /// The number.
        value: i16,
        /// The largest size allowed.
        limit: i16,
    },
}

/// A network that is ready for use. Share it, it is large.
#[derive(PartialEq, Eq)]
pub struct Network {
    description: String,
    king_buckets: KingBuckets,
    /// Blocks in the hidden layer.
    blocks: usize,
    hidden_bias: Vec<Block>,
    input_weights: Vec<Block>,
    output_weights: Vec<Block>,
    output_bias: [i32; OUTPUT_BUCKETS],
}

impl Network {
    /// Puts a network together.
    ///
    /// # Errors
    /// When a part is of the wrong length or a number too large.
    pub fn from_parts(parts: &Parts) -> Result<Network, NetworkError> {
        let width = parts.width;
        if width == 0 || width > MAX_WIDTH || !width.is_multiple_of(BLOCK) {
            return Err(NetworkError::Width(width as u64));
        }
        if parts.description.len() > MAX_DESCRIPTION {
            return Err(NetworkError::DescriptionLength(parts.description.len() as u64));
        }
        let inputs = parts.king_buckets.inputs();
        Ok(Network {
            description: parts.description.clone(),
            king_buckets: parts.king_buckets,
            blocks: width / BLOCK,
            hidden_bias: blocks("hidden bias", &parts.hidden_bias, width, MAX_HIDDEN_BIAS)?,
            input_weights: blocks("input weights", &parts.input_weights, inputs * width, MAX_INPUT_WEIGHT)?,
            output_weights: blocks(
                "output weights",
                &parts.output_weights,
                OUTPUT_BUCKETS * 2 * width,
                MAX_OUTPUT_WEIGHT,
            )?,
            output_bias: parts.output_bias,
        })
    }

    /// The parts it was put together from.
    pub fn parts(&self) -> Parts {
        let flat = |blocks: &[Block]| blocks.iter().flat_map(|block| block.0).collect();
        Parts {
            description: self.description.clone(),
            width: self.width(),
            king_buckets: self.king_buckets,
            hidden_bias: flat(&self.hidden_bias),
            input_weights: flat(&self.input_weights),
            output_weights: flat(&self.output_weights),
            output_bias: self.output_bias,
        }
    }

    /// Reads a network from the bytes of its file.
    ///
    /// # Errors
    /// When the bytes are not a whole and sound network of this format.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let (header, rest) = bytes.split_at_checked(HEADER).ok_or(NetworkError::NoHeader(bytes.len()))?;
        let mut header = Reader(header);
        let magic = header.array();
        if magic != MAGIC {
            return Err(NetworkError::Magic(magic));
        }
        let [version, width, king_buckets, output_buckets, described, payload] = [(); 6].map(|()| header.u32());
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let shape = Shape::new(width, king_buckets)?;
        if output_buckets as usize != OUTPUT_BUCKETS {
            return Err(NetworkError::OutputBuckets(output_buckets));
        }
        let description = described as usize;
        if description > MAX_DESCRIPTION {
            return Err(NetworkError::DescriptionLength(described.into()));
        }
        if payload as usize != shape.payload() {
            return Err(NetworkError::PayloadLength { told: payload, right: shape.payload() });
        }
        let right = HEADER + description + shape.payload() + CHECKSUM;
        if bytes.len() != right {
            return Err(NetworkError::FileLength { found: bytes.len(), right });
        }
        let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        let (told, found) = (Reader(checksum).u32(), crc32(content));
        if told != found {
            return Err(NetworkError::Checksum { told, found });
        }
        let (text, weights) = rest.split_at(description);
        let text = std::str::from_utf8(text).map_err(|error| NetworkError::DescriptionText(error.valid_up_to()))?;
        let (width, mut weights) = (shape.width, Reader(weights));
        Network::from_parts(&Parts {
            description: text.to_owned(),
            width,
            king_buckets: shape.king_buckets,
            hidden_bias: weights.numbers(width),
            input_weights: weights.numbers(shape.king_buckets.inputs() * width),
            output_weights: weights.numbers(OUTPUT_BUCKETS * 2 * width),
            output_bias: [(); OUTPUT_BUCKETS].map(|()| i32::from_le_bytes(weights.array())),
        })
    }

    /// The bytes of its file.
    pub fn write(&self) -> Vec<u8> {
        let shape = Shape { width: self.width(), king_buckets: self.king_buckets };
        let mut bytes = Vec::with_capacity(HEADER + self.description.len() + shape.payload() + CHECKSUM);
        bytes.extend(MAGIC);
        let counts = [self.width(), self.king_buckets.count(), OUTPUT_BUCKETS, self.description.len(), shape.payload()];
        // The largest network has 16 MB.
        let numbers = std::iter::once(VERSION).chain(counts.map(|count| count as u32));
        bytes.extend(numbers.flat_map(u32::to_le_bytes));
        bytes.extend(self.description.as_bytes());
        let numbers = [&self.hidden_bias, &self.input_weights, &self.output_weights].into_iter().flatten();
        bytes.extend(numbers.flat_map(|block| block.0).flat_map(i16::to_le_bytes));
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes
    }

    /// The checksum at the end of its file.
    pub fn checksum(&self) -> u32 {
        let bytes = self.write();
        crc32(&bytes[..bytes.len() - CHECKSUM])
    }

    /// How it came about, for people.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The width of the hidden layer.
    pub fn width(&self) -> usize {
        self.blocks * BLOCK
    }

    /// Its king buckets.
    #[inline]
    pub fn king_buckets(&self) -> KingBuckets {
        self.king_buckets
    }

    /// The bias of the hidden layer.
    #[inline]
    pub fn hidden_bias(&self) -> &[Block] {
        &self.hidden_bias
    }

    /// The weights of an input.
    ///
    /// # Panics
    /// If the network has no such input.
    #[inline]
    pub fn input_weights(&self, input: usize) -> &[Block] {
        &self.input_weights[input * self.blocks..][..self.blocks]
    }

    /// The output weights of a bucket: for the side to move's half, then for the other's.
    ///
    /// # Panics
    /// If there is no such bucket.
    #[inline]
    pub fn output_weights(&self, bucket: usize) -> &[Block] {
        &self.output_weights[2 * bucket * self.blocks..][..2 * self.blocks]
    }

    /// Turns the sum of clamped hidden values, squared, times their output weights into centipawns for
    /// the side to move.
    ///
    /// # Panics
    /// If there is no such bucket.
    #[inline]
    pub fn centipawns(&self, bucket: usize, sum: i64) -> i64 {
        (sum / i64::from(QA) + i64::from(self.output_bias[bucket])) * i64::from(SCALE) / i64::from(QA * QB)
    }
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Network({}, {:?}, {:?})", self.width(), self.king_buckets, self.description)
    }
}

/// What decides how many weights there are.
struct Shape {
    width: usize,
    king_buckets: KingBuckets,
}

impl Shape {
    fn new(width: u32, king_buckets: u32) -> Result<Shape, NetworkError> {
        let fitting = |width: usize| (1..=MAX_WIDTH / BLOCK).any(|blocks| blocks * BLOCK == width);
        if !fitting(width as usize) {
            return Err(NetworkError::Width(width.into()));
        }
        let king_buckets = KingBuckets::from_count(king_buckets).ok_or(NetworkError::KingBuckets(king_buckets))?;
        Ok(Shape { width: width as usize, king_buckets })
    }

    /// Bytes of the weights.
    fn payload(&self) -> usize {
        2 * self.width * (1 + self.king_buckets.inputs() + 2 * OUTPUT_BUCKETS) + 4 * OUTPUT_BUCKETS
    }
}

fn blocks(part: &'static str, numbers: &[i16], right: usize, limit: i16) -> Result<Vec<Block>, NetworkError> {
    if numbers.len() != right {
        return Err(NetworkError::PartLength { part, found: numbers.len(), right });
    }
    let outside = |number: &i16| number.unsigned_abs() > limit.unsigned_abs();
    if let Some(index) = numbers.iter().position(outside) {
        return Err(NetworkError::Weight { part, index, value: numbers[index], limit });
    }
    let (chunks, _) = numbers.as_chunks();
    Ok(chunks.iter().copied().map(Block).collect())
}

/// Takes numbers off the front of bytes that are known to be long enough.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn array<const N: usize>(&mut self) -> [u8; N] {
        let (array, rest) = self.0.split_first_chunk().expect("lengths are checked first");
        self.0 = rest;
        *array
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.array())
    }

    fn numbers(&mut self, count: usize) -> Vec<i16> {
        let (bytes, rest) = self.0.split_at(2 * count);
        self.0 = rest;
        bytes.as_chunks().0.iter().map(|&bytes| i16::from_le_bytes(bytes)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: KingBuckets = KingBuckets::One;

    fn parts(width: usize, king_buckets: KingBuckets) -> Parts {
        let mut state = 1u64;
        let mut number = |limit: i16| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 40) % (2 * limit as u64 + 1)) as i16 - limit
        };
        let mut numbers = |count: usize, limit: i16| (0..count).map(|_| number(limit)).collect::<Vec<i16>>();
        Parts {
            description: "für Tests".to_owned(),
            width,
            king_buckets,
            hidden_bias: numbers(width, MAX_HIDDEN_BIAS),
            input_weights: numbers(king_buckets.inputs() * width, MAX_INPUT_WEIGHT),
            output_weights: numbers(OUTPUT_BUCKETS * 2 * width, MAX_OUTPUT_WEIGHT),
            output_bias: [1, -2, i32::MAX, i32::MIN, QA * QB, 6, 7, 8],
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for (width, king_buckets) in [(32, KingBuckets::One), (96, KingBuckets::Six)] {
            let parts = parts(width, king_buckets);
            let network = Network::from_parts(&parts).unwrap();
            let bytes = network.write();
            let read = Network::read(&bytes).unwrap();
            assert!(read == network && read.write() == bytes && read.parts() == parts);
            assert_eq!((read.description(), read.width(), read.king_buckets()), ("für Tests", width, king_buckets));
            let flat = |blocks: &[Block]| blocks.iter().flat_map(|block| block.0).collect::<Vec<i16>>();
            assert_eq!(flat(read.hidden_bias()), parts.hidden_bias);
            let input = king_buckets.inputs() - 3;
            assert_eq!(flat(read.input_weights(input)), parts.input_weights[input * width..][..width]);
            assert_eq!(flat(read.output_weights(5)), parts.output_weights[10 * width..][..2 * width]);
            // 255 in, squared, times 64 out is an output of 1.0, and this bias another.
            assert_eq!(read.centipawns(4, 255 * 255 * 64), 800);
        }
    }

    /// The file with the number at `at` in the header changed and the checksum put right.
    fn with_number(bytes: &[u8], at: usize, number: u32) -> Result<Network, NetworkError> {
        let mut bytes = bytes[..bytes.len() - CHECKSUM].to_vec();
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        let sum = crc32(&bytes);
        bytes.extend(sum.to_le_bytes());
        Network::read(&bytes)
    }

    #[test]
    fn every_fault_of_a_file_is_named() {
        use NetworkError::*;
        let bytes = Network::from_parts(&parts(32, ONE)).unwrap().write();
        let (length, right) = (bytes.len(), 2 * 32 * (1 + 1260 + 16) + 32);
        assert_eq!(Network::read(&[]).unwrap_err(), NoHeader(0));
        assert_eq!(Network::read(&bytes[..31]).unwrap_err(), NoHeader(31));
        let png = [b"\x89PNG\r\n\x1a\n", &bytes[8..]].concat();
        let error = Network::read(&png).unwrap_err();
        assert_eq!(error, Magic(*b"\x89PNG\r\n\x1a\n"));
        assert!(error.to_string().ends_with(r#""\x89PNG\r\n\x1a\n""#), "{error}");
        for (at, number, error) in [
            (8, 2, Version(2)),
            (12, 0, Width(0)),
            (12, 33, Width(33)),
            (12, 1056, Width(1056)),
            (12, 64, PayloadLength { told: right as u32, right: 2 * right - 32 }),
            (16, 0, KingBuckets(0)),
            (16, 3, KingBuckets(3)),
            (20, 7, OutputBuckets(7)),
            (24, 4097, DescriptionLength(4097)),
            (24, 3, FileLength { found: length, right: length - 7 }),
            (28, u32::MAX, PayloadLength { told: u32::MAX, right }),
            // The description begins with an f.
            (32, u32::from_le_bytes(*b"f\xffx "), DescriptionText(1)),
        ] {
            assert_eq!(with_number(&bytes, at, number).unwrap_err(), error, "{number} at {at}");
        }
        assert_eq!(Network::read(&bytes[..length - 1]).unwrap_err(), FileLength { found: length - 1, right: length });
        let longer = [&bytes[..], b"\n"].concat();
        assert_eq!(Network::read(&longer).unwrap_err(), FileLength { found: length + 1, right: length });
        for at in [33, 100, length / 2, length - 5, length - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(matches!(Network::read(&damaged), Err(Checksum { .. })), "byte {at}");
        }
    }

    #[test]
    fn numbers_that_could_overflow_and_parts_of_wrong_length_are_refused() {
        use NetworkError::*;
        let good = parts(32, ONE);
        let mut bad = good.clone();
        bad.input_weights[1234] = i16::MIN;
        let error = Network::from_parts(&bad).unwrap_err();
        assert_eq!(error, Weight { part: "input weights", index: 1234, value: i16::MIN, limit: MAX_INPUT_WEIGHT });
        let mut bad = good.clone();
        bad.output_weights[7] = 128;
        let error = Network::from_parts(&bad).unwrap_err();
        assert_eq!(error, Weight { part: "output weights", index: 7, value: 128, limit: MAX_OUTPUT_WEIGHT });
        let mut bad = good.clone();
        bad.hidden_bias.pop();
        let error = Network::from_parts(&bad).unwrap_err();
        assert_eq!(error, PartLength { part: "hidden bias", found: 31, right: 32 });
        let bad = Parts { width: 2048, ..good };
        assert_eq!(Network::from_parts(&bad).unwrap_err(), Width(2048));
    }
}
