//! Which of the features that were named are meant for a package: `package/feature` is for one of them, as cargo takes it.

/// What the named features are for the package `name`. `is_of_another` tells of the word before a `/` whether it is another package
/// that is explored, too, and none that this one depends on.
pub(super) fn of_package(named: &[String], name: &str, is_of_another: impl Fn(&str) -> bool) -> Vec<String> {
    let of_this = |feature: &String| {
        let Some((package, own)) = feature.split_once('/') else {
            return Some(feature.clone());
        };
        let package = package.strip_suffix('?').unwrap_or(package);
        if package == name {
            return Some(own.to_owned());
        }
        (!is_of_another(package)).then(|| feature.clone())
    };
    named.iter().filter_map(of_this).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_with_a_package_is_for_that_package() {
        let named = ["std", "one/fast", "two/slow", "leaf/deep", "leaf?/more"].map(str::to_owned);
        let is_of_another = |name: &str| ["one", "two"].contains(&name);
        assert_eq!(
            of_package(&named, "one", is_of_another),
            ["std", "fast", "leaf/deep", "leaf?/more"]
        );
        assert_eq!(
            of_package(&named, "two", is_of_another),
            ["std", "slow", "leaf/deep", "leaf?/more"]
        );
        assert_eq!(of_package(&named, "one", |_| false).len(), 5);
    }
}
