//! temporary
use std::path::Path;
#[test]
#[ignore]
fn probe() {
    let lib = std::env::var("P_LIB").unwrap();
    let d = crate::rustdoc_json::read(Path::new(&std::env::var("P_JSON").unwrap())).unwrap();
    let api = crate::api::read57::read(&d.krate, &lib, Path::new(""), &Default::default());
    let d = crate::rustdoc_json::read(Path::new(&std::env::var("P_STD").unwrap())).unwrap();
    let mut std = crate::api::read57::read(&d.krate, "crate::std_support", Path::new(""), &Default::default());
    std.impls.extend(crate::std_impls::std_impls());
    let t = std::time::Instant::now();
    let set = super::build(&api, &std, &Default::default(), &Default::default());
    eprintln!("{} ops {} types {} exclusions {:?}", set.ops.len(), set.types.len(), set.exclusions.len(), t.elapsed());
    let mut kinds: std::collections::BTreeMap<&str, usize> = Default::default();
    let mut heads: std::collections::BTreeMap<String, usize> = Default::default();
    let mut per_item: std::collections::BTreeMap<usize, usize> = Default::default();
    for op in &set.ops {
        let k = match (&op.item, op.is_root, op.written.statement) { (Some(_), true, _) => "root", (Some(_), false, _) => "state", (None, _, _) if !matches!(op.body, super::OpBody::Arm(_)) => "pointer", (None, _, _) if op.inputs.is_empty() => "nullary", _ => "support" };
        *kinds.entry(k).or_default() += 1;
        if let Some(i) = op.item { *per_item.entry(i).or_default() += 1; }
        if k == "support" { *heads.entry(op.written.full.chars().take(40).collect()).or_default() += 1; }
    }
    eprintln!("{kinds:?}");
    let mut v: Vec<_> = heads.into_iter().collect(); v.sort_by_key(|x| std::cmp::Reverse(x.1)); eprintln!("{:?}", &v[..v.len().min(25)]);
    let mut v: Vec<_> = per_item.into_iter().collect(); v.sort_by_key(|x| std::cmp::Reverse(x.1)); for (i, n) in v.iter().take(12) { eprintln!("I {} {}", n, api.items[*i].path); }
    for e in &set.exclusions { eprintln!("X {} {}", api.items[e.item].path, e.reason); }
}
