//! Prepares one package given by path or name@version and prints its items: a look at the front half alone.
use harness_gen::*;
fn main() {
    let spec = std::env::args().nth(1).unwrap();
    let mut request = match spec.split_once('@') {
        Some((name, version)) => Request {
            name: name.into(),
            version: version.into(),
            lib_name: name.replace('-', "_"),
            source: Source::Registry,
            lock_file: None,
            features: Features {
                default: true,
                ..Default::default()
            },
            work_dir: "/tmp/explore-work".into(),
            access: Default::default(),
            constants: Default::default(),
            build_jobs: None,
        },
        None => {
            let p = std::path::PathBuf::from(&spec);
            let name = p.file_name().unwrap().to_str().unwrap().to_owned();
            Request {
                name: name.clone(),
                version: "0.1.0".into(),
                lib_name: name.replace('-', "_"),
                source: Source::Path(p),
                lock_file: None,
                features: Features {
                    default: true,
                    ..Default::default()
                },
                work_dir: "/tmp/explore-work".into(),
                access: Default::default(),
                constants: Default::default(),
                build_jobs: None,
            }
        }
    };
    let (prepared, bench) = match prepare(&mut request, &mut |p| eprintln!("{p:?}")) {
        Ok(x) => x,
        Err(e) => {
            eprintln!("{e}");
            std::process::exit(1)
        }
    };
    let mut n = [0; 2];
    for item in &prepared.items {
        match &item.use_ {
            ItemUse::Explore(i) => {
                n[0] += 1;
                println!(
                    "ok   {} [{}]",
                    item.path,
                    i.iter().map(|x| x.label.clone()).collect::<Vec<_>>().join(" | ")
                )
            }
            ItemUse::Excluded { code, reason } => {
                n[1] += 1;
                println!("{code} {} : {reason}", item.path)
            }
        }
    }
    println!(
        "{n:?} types {} ops {} rounds {} rustdoc {:?} build {:?} {}",
        prepared.grammar.type_count(),
        prepared.grammar.op_count(),
        prepared.prune_rounds,
        prepared.rustdoc_time,
        prepared.build_time,
        bench.directory().display()
    );
}
