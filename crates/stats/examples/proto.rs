fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    s.split(' ').next().unwrap().parse::<f64>().unwrap()
}
fn main() {
    let p = std::env::args().nth(1).unwrap();
    let b = std::fs::read(p).unwrap();
    for _ in 0..5 {
        let t = cpu();
        let mut d = feltproof_stats::deck::Decks::new(52, 1).unwrap();
        d.push_raw(&b);
        let e = cpu() - t;
        println!("{} ns/deck {}", e / (b.len() / 52) as f64, d.debug_counts());
    }
}
