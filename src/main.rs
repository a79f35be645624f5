fn main() {
    let depth = std::env::args().nth(1).unwrap().parse().unwrap();
    let t = std::time::Instant::now();
    let n = chuhe::board::perft::perft(&mut chuhe::notation::fen::start(), depth);
    println!("{n} {:?}", t.elapsed());
}
