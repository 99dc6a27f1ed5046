# Makes a workspace of six members with the same five dependencies, and sweeps it with each program in turn, twice.
# Usage: workspace.sh DIRECTORY BEFORE AFTER
set -eu
mkdir -p "$1"
cd "$1"
printf '[workspace]\nresolver = "3"\nmembers = ["m1", "m2", "m3", "m4", "m5", "m6"]\n' > Cargo.toml
for i in 1 2 3 4 5 6; do
    mkdir -p m$i/src
    printf '[package]\nname = "m%s"\nversion = "0.1.0"\nedition = "2024"\n[dependencies]\nsyn = { version = "2", features = ["full"] }\nserde = { version = "1", features = ["derive"] }\nserde_json = "1"\nregex = "1"\nclap = { version = "4", features = ["derive"] }\n' $i > m$i/Cargo.toml
    echo "pub fn half(n: u8) -> u8 { assert!(n != $i); n / 2 } pub fn is_ident(s: &str) -> bool { syn::parse_str::<syn::Ident>(s).is_ok() }" > m$i/src/lib.rs
done
cargo generate-lockfile
for run in 1 2; do
    for program in "$2" "$3"; do
        rm -rf target
        time "$program" sweep --workspace --time-limit 2s --no-coverage --target-dir target > out.txt || true
    done
done
