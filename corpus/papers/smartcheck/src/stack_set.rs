//! Taking a window out of the stack set of the window manager xmonad, with the filter the wrong way round.
//!
//! To be found: a stack set in which the window is still there. No window may occur twice in it.

use std::collections::BTreeSet;

/// The windows of a workspace, seen from the one that has the focus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// The window with the focus.
    pub focus: u8,
    /// Those above, the nearest first.
    pub up: Vec<u8>,
    /// Those below, the nearest first.
    pub down: Vec<u8>,
}

/// A workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workspace {
    /// Its name.
    pub tag: u8,
    /// Its windows, if there are any.
    pub stack: Option<Stack>,
}

/// All workspaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackSet {
    /// The one that has the focus.
    pub current: Workspace,
    /// Those that can be seen too.
    pub visible: Vec<Workspace>,
    /// Those that cannot be seen.
    pub hidden: Vec<Workspace>,
}

impl Stack {
    fn windows(&self) -> impl Iterator<Item = u8> {
        [self.focus]
            .into_iter()
            .chain(self.up.iter().chain(&self.down).copied())
    }

    /// What remains of it: if it loses the focus, the next one below gets it, or else the next one above.
    fn filtered(&self, keeps: impl Fn(&u8) -> bool) -> Option<Stack> {
        let kept =
            |windows: &[u8]| -> Vec<u8> { windows.iter().copied().filter(|window| keeps(window)).collect() };
        let (mut up, mut down) = (kept(&self.up), kept(&self.down));
        let focus = if keeps(&self.focus) {
            self.focus
        } else if !down.is_empty() {
            down.remove(0)
        } else if !up.is_empty() {
            up.remove(0)
        } else {
            return None;
        };
        Some(Stack { focus, up, down })
    }
}

impl StackSet {
    fn workspaces(&self) -> impl Iterator<Item = &Workspace> {
        [&self.current]
            .into_iter()
            .chain(&self.visible)
            .chain(&self.hidden)
    }

    fn windows(&self) -> impl Iterator<Item = u8> {
        self.workspaces()
            .filter_map(|workspace| workspace.stack.as_ref())
            .flat_map(Stack::windows)
    }

    /// Whether no tag and no window is there twice.
    fn is_valid(&self) -> bool {
        let (mut tags, mut windows) = (BTreeSet::new(), BTreeSet::new());
        self.workspaces().all(|workspace| tags.insert(workspace.tag))
            && self.windows().all(|window| windows.insert(window))
    }

    fn without<const FAULTY: bool>(&self, window: u8) -> StackSet {
        let changed = |workspace: &Workspace| Workspace {
            tag: workspace.tag,
            stack: workspace
                .stack
                .as_ref()
                .and_then(|stack| stack.filtered(|other| (*other != window) != FAULTY)),
        };
        StackSet {
            current: changed(&self.current),
            visible: self.visible.iter().map(changed).collect(),
            hidden: self.hidden.iter().map(changed).collect(),
        }
    }
}

fn takes_out<const FAULTY: bool>(window: &u8, set: &StackSet) -> Option<bool> {
    if !set.is_valid() {
        return None;
    }
    let after = set.without::<FAULTY>(*window);
    Some(after.windows().all(|other| other != *window))
}

crate::versions! {
    /// Keeps the window and takes out all others.
    faulty;
    /// Keeps all others.
    correct;
    /// A window that was taken out is not there.
    prop_delete(window: &u8, set: &StackSet) -> Option<bool> = takes_out;
}
