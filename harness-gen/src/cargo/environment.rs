//! Which variables cargo gets. All but those that would change what we build where it runs as the user; where it is contained, those
//! that are known to be of use to builds, because nobody can list what is secret.

/// Variables that an outer `cargo run` or the user's shell may have set and that would change what we build: the
/// place of the results, the profile, the identity of the package, the look of the output, who may use unstable
/// features.
const REMOVED: [&str; 14] = [
    "CARGO_BIN_NAME",
    "CARGO_BUILD_BUILD_DIR",
    "CARGO_BUILD_TARGET",
    "CARGO_BUILD_TARGET_DIR",
    "CARGO_CRATE_NAME",
    "CARGO_INCREMENTAL",
    "CARGO_MAKEFLAGS",
    "CARGO_PRIMARY_PACKAGE",
    "CARGO_TARGET_DIR",
    "CARGO_TARGET_TMPDIR",
    "OUT_DIR",
    "RUSTC_BOOTSTRAP",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTDOC",
];

/// As [`REMOVED`], by the start of the name.
const REMOVED_PREFIXES: [&str; 6] = [
    "CARGO_BIN_EXE_",
    "CARGO_CFG_",
    "CARGO_MANIFEST_",
    "CARGO_PKG_",
    "CARGO_PROFILE_",
    "CARGO_TERM_",
];

/// True for what no cargo of ours gets.
pub(super) fn is_removed(name: &str) -> bool {
    REMOVED.contains(&name) || REMOVED_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Credentials are needed to resolve and download, and must not reach the build scripts of foreign crates.
pub(super) fn is_credential(name: &str) -> bool {
    name.starts_with("CARGO_REGISTR") && (name.ends_with("_TOKEN") || name.ends_with("_SECRET_KEY"))
}

/// What contained builds get: where programs and libraries are, which toolchain, how to compile, in which language to speak.
const KEPT: [&str; 27] = [
    "ACLOCAL_PATH",
    "CARGO_ENCODED_RUSTDOCFLAGS",
    "CARGO_ENCODED_RUSTFLAGS",
    "COMPILER_PATH",
    "CPATH",
    "CPLUS_INCLUDE_PATH",
    "C_INCLUDE_PATH",
    "DOCS_RS",
    "LANG",
    "LANGUAGE",
    "LD_LIBRARY_PATH",
    "LIBRARY_PATH",
    "MAKE",
    "PATH",
    "PERL",
    "PROTOC",
    "PROTOC_INCLUDE",
    "PYTHON",
    "RUSTC",
    "RUSTDOCFLAGS",
    "RUSTFLAGS",
    "RUSTUP_AUTO_INSTALL",
    "RUSTUP_TOOLCHAIN",
    "RUST_BACKTRACE",
    "SOURCE_DATE_EPOCH",
    // Where the launcher makes the private directory, which is `TMPDIR` from then on.
    "TMPDIR",
    "TZ",
];

/// As [`KEPT`], by the start of the name.
const KEPT_PREFIXES: [&str; 13] = [
    "BINDGEN_",
    "CARGO_BUILD_",
    "CARGO_NET_",
    "CARGO_REGISTRIES_",
    "CARGO_SOURCE_",
    "CARGO_TARGET_",
    "CMAKE_",
    "LC_",
    "LIBCLANG_",
    "LLVM_",
    "NIX_",
    "OPENSSL_",
    "PKG_CONFIG",
];

/// Tools and their flags, which may have a target behind their name, or `HOST_` or `TARGET_` in front of it.
const TOOLS: [&str; 14] = [
    "AR",
    "ARFLAGS",
    "AS",
    "CC",
    "CFLAGS",
    "CPPFLAGS",
    "CXX",
    "CXXFLAGS",
    "CXXSTDLIB",
    "LDFLAGS",
    "NM",
    "OBJCOPY",
    "RANLIB",
    "STRIP",
];

/// What a name has in it that is not shown to builds, however it begins.
const SECRETS: [&str; 7] = [
    "AUTH",
    "CREDENTIAL",
    "PASSPHRASE",
    "PASSWD",
    "PASSWORD",
    "SECRET",
    "TOKEN",
];

/// True for a variable that a contained build gets. One that is named like a secret is none of these.
pub(super) fn stays(name: &str) -> bool {
    let tool = name
        .strip_prefix("HOST_")
        .or_else(|| name.strip_prefix("TARGET_"))
        .unwrap_or(name);
    let is_tool = |known: &str| {
        let target = tool.strip_prefix(known);
        target.is_some_and(|target| target.is_empty() || target.starts_with('_'))
    };
    let is_kept = KEPT.contains(&name)
        || name == "LD"
        || KEPT_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        || TOOLS.iter().any(|known| is_tool(known));
    let upper = name.to_uppercase();
    is_kept
        && !is_removed(name)
        && !SECRETS.iter().any(|secret| upper.contains(secret))
        && !upper.ends_with("_KEY")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_of_an_outer_cargo_are_removed_and_those_of_the_user_stay() {
        for name in [
            "CARGO_PKG_NAME",
            "CARGO_TARGET_DIR",
            "CARGO_PROFILE_DEV_LTO",
            "RUSTC_BOOTSTRAP",
        ] {
            assert!(is_removed(name), "{name}");
        }
        for name in [
            "CARGO_HOME",
            "RUSTUP_TOOLCHAIN",
            "PATH",
            "HOME",
            "RUSTFLAGS",
            "RUSTC_WRAPPER",
        ] {
            assert!(!is_removed(name), "{name}");
        }
        assert!(is_credential("CARGO_REGISTRY_TOKEN"));
        assert!(is_credential("CARGO_REGISTRIES_MINE_TOKEN"));
        assert!(!is_credential("CARGO_REGISTRIES_MINE_INDEX"));
    }

    #[test]
    fn contained_builds_see_what_they_compile_with_and_no_secret() {
        for name in [
            "PATH",
            "RUSTFLAGS",
            "CC",
            "CC_x86_64_unknown_linux_gnu",
            "HOST_CFLAGS",
            "TARGET_CC",
            "LC_ALL",
            "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER",
            "CARGO_REGISTRIES_MINE_INDEX",
            "OPENSSL_DIR",
        ] {
            assert!(stays(name), "{name}");
        }
        for name in [
            "HOME",
            "SSH_AUTH_SOCK",
            "AWS_ACCESS_KEY_ID",
            "GITHUB_TOKEN",
            "CARGO_REGISTRY_TOKEN",
            "CARGO_REGISTRIES_MINE_TOKEN",
            "CARGO_TARGET_DIR",
            "OPENSSL_PASSWORD",
            "RUSTC_WRAPPER",
            "LD_PRELOAD",
            "CCACHE_DIR",
            "DBUS_SESSION_BUS_ADDRESS",
            "MY_SIGNING_KEY",
        ] {
            assert!(!stays(name), "{name}");
        }
    }
}
