//! Entries of `[dependencies]` in our manifests: what a user's manifest says of a dependency, and packages that cargo has resolved.

use super::metadata::{DependencyCrate, Origin};
use super::paths::unicode;
use crate::error::Error;
use serde::Serialize;

/// One entry of `[dependencies]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Dependency {
    /// Only where the key is another name: with it, cargo renames the library to the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) package: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) git: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rev: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) branch: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tag: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) registry_index: Option<String>,
    pub(super) default_features: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) features: Vec<String>,
}

impl Dependency {
    /// A repository, and what of it: a branch, a tag or a commit in cargo's words, or nothing.
    fn set_git(&mut self, url: &str, reference: &str) {
        let value = |key: &str| reference.strip_prefix(key)?.strip_prefix('=').map(str::to_owned);
        self.git = Some(url.to_owned());
        self.rev = value("rev");
        self.branch = value("branch");
        self.tag = value("tag");
    }

    /// The line of a manifest that brings it under a name. Where it lies on this machine is left out.
    pub(super) fn line(&self, name: &str) -> String {
        let without_place = Dependency {
            version: self
                .version
                .clone()
                .or_else(|| self.path.as_ref().map(|_| "*".to_owned())),
            path: None,
            ..self.clone()
        };
        let mut fields = Vec::new();
        if let Ok(toml::Value::Table(table)) = toml::Value::try_from(&without_place) {
            let is_usual =
                |key: &str, value: &toml::Value| key == "default-features" && value.as_bool() == Some(true);
            fields = (table.iter().filter(|(key, value)| !is_usual(key, value)))
                .map(|(key, value)| format!("{key} = {value}"))
                .collect();
        }
        match &fields[..] {
            [only] if only.starts_with("version = ") => format!("{name} = {}", &only["version = ".len()..]),
            _ => format!("{name} = {{ {} }}", fields.join(", ")),
        }
    }
}

/// What a manifest says of a dependency, and the name that it has there.
pub(super) fn declared(of: &cargo_metadata::Dependency) -> (String, Dependency) {
    let mut dependency = Dependency {
        package: of.rename.is_some().then(|| of.name.clone()),
        default_features: of.uses_default_features,
        features: of.features.clone(),
        registry_index: of.registry.clone(),
        ..Dependency::default()
    };
    let git = of
        .source
        .as_ref()
        .and_then(|source| source.repr.strip_prefix("git+"));
    match (&of.path, git) {
        (Some(path), _) => dependency.path = Some(path.to_string()),
        (None, Some(git)) => {
            let (url, reference) = git.split_once('?').unwrap_or((git, ""));
            dependency.set_git(url, reference);
        }
        (None, None) => dependency.version = Some(of.req.to_string()),
    }
    (of.rename.clone().unwrap_or_else(|| of.name.clone()), dependency)
}

/// A package that cargo has resolved, and no other version of it.
pub(super) fn extra_dependency(package: &DependencyCrate) -> Result<Dependency, Error> {
    let mut dependency = Dependency {
        package: Some(package.name.clone()),
        ..Dependency::default()
    };
    match &package.origin {
        Origin::CratesIo => dependency.version = Some(format!("={}", package.version)),
        Origin::Registry(index) => {
            dependency.version = Some(format!("={}", package.version));
            dependency.registry_index = Some(index.clone());
        }
        // Which commit it is, the lock file says. For cargo the repository by its commit would be another source, and the package
        // another one with types of its own.
        Origin::Git { url, reference, .. } => {
            dependency.set_git(url, reference.as_deref().unwrap_or_default())
        }
        Origin::Path(directory) => dependency.path = Some(unicode(directory)?),
    }
    Ok(dependency)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crate_from(origin: Origin) -> DependencyCrate {
        DependencyCrate {
            package_id: String::new(),
            name: "depth-gauge".to_owned(),
            version: "0.8.5".to_owned(),
            lib_name: "depth_gauge".to_owned(),
            origin,
            direct: true,
            features: Vec::new(),
        }
    }

    #[test]
    fn extra_dependencies_are_pinned_and_get_no_features() {
        let check = |origin, expected: &str| {
            let dependency = extra_dependency(&crate_from(origin)).unwrap();
            assert_eq!(toml::to_string(&dependency).unwrap(), expected);
        };
        let head = "package = \"depth-gauge\"\n";
        let tail = "default-features = false\n";
        check(Origin::CratesIo, &format!("{head}version = \"=0.8.5\"\n{tail}"));
        check(
            Origin::Path("/a b".into()),
            &format!("{head}path = \"/a b\"\n{tail}"),
        );
        for (reference, said) in [
            (None, ""),
            (Some("branch=a/next"), "branch = \"a/next\"\n"),
            (Some("tag=v1+2"), "tag = \"v1+2\"\n"),
            (Some("rev=ab"), "rev = \"ab\"\n"),
        ] {
            let origin = Origin::Git {
                url: "https://example.org/x".to_owned(),
                reference: reference.map(str::to_owned),
                revision: "abc".to_owned(),
            };
            // One source for cargo with the one that the explored crate names.
            let git = "git = \"https://example.org/x\"\n";
            check(origin, &format!("{head}{git}{said}{tail}"));
        }
    }

    #[test]
    fn declared_dependencies_keep_what_the_manifest_says() {
        let check = |json: &str, name: &str, expected: &str, line: &str| {
            let usual = r#""kind": "dev", "optional": false, "uses_default_features": true, "target": null"#;
            let json = format!("{{{usual}, {json}}}");
            let (found, dependency) = declared(&serde_json::from_str(&json).unwrap());
            assert_eq!(found, name);
            assert_eq!(toml::to_string(&dependency).unwrap(), expected);
            assert_eq!(dependency.line(&found), line);
        };
        check(
            r#""name": "gauge", "source": null, "req": "*", "features": [], "rename": null, "path": "/a b/gauge""#,
            "gauge",
            "path = \"/a b/gauge\"\ndefault-features = true\n",
            "gauge = \"*\"",
        );
        check(
            r#""name": "depth-gauge", "source": "registry+https://example.org", "req": "^1.2", "features": ["deep"], "rename": "gauge""#,
            "gauge",
            "package = \"depth-gauge\"\nversion = \"^1.2\"\ndefault-features = true\nfeatures = [\"deep\"]\n",
            "gauge = { features = [\"deep\"], package = \"depth-gauge\", version = \"^1.2\" }",
        );
        check(
            r#""name": "gauge", "source": "git+https://example.org/x?branch=next", "req": "*", "features": [], "rename": null"#,
            "gauge",
            "git = \"https://example.org/x\"\nbranch = \"next\"\ndefault-features = true\n",
            "gauge = { branch = \"next\", git = \"https://example.org/x\" }",
        );
    }
}
