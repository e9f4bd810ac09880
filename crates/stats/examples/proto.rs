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
        std::thread::yield_now();
        let e = cpu() - t;
        let t = std::time::Instant::now();
        let bb = d.battery();
        println!("{} ns/deck; evaluate {:?} {}", e / (b.len() / 52) as f64, t.elapsed(), bb.n);
    }
}
