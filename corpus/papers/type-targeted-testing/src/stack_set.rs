//! Moving the focus in a stack set of the window manager xmonad: a list zipper per workspace.
//!
//! To be found: a workspace of three windows, the first of which has the focus: moving on to the last and back changes
//! their order. (The faulty version forgets to reverse those that are above then.)

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
        let others = self.up.iter().chain(&self.down).copied();
        [self.focus].into_iter().chain(others)
    }

    fn turned(self) -> Stack {
        Stack {
            focus: self.focus,
            up: self.down,
            down: self.up,
        }
    }

    /// The window above gets the focus, or else the lowest.
    fn focus_up<const FAULTY: bool>(mut self) -> Stack {
        if self.up.is_empty() {
            let mut all = [vec![self.focus], self.down].concat();
            let lowest = all.remove(all.len() - 1);
            if !FAULTY {
                all.reverse();
            }
            Stack {
                focus: lowest,
                up: all,
                down: Vec::new(),
            }
        } else {
            let above = self.up.remove(0);
            self.down.insert(0, self.focus);
            Stack { focus: above, ..self }
        }
    }

    fn focus_down<const FAULTY: bool>(self) -> Stack {
        self.turned().focus_up::<FAULTY>().turned()
    }
}

impl StackSet {
    fn workspaces(&self) -> impl Iterator<Item = &Workspace> {
        let others = self.visible.iter().chain(&self.hidden);
        [&self.current].into_iter().chain(others)
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

    fn with_current(&self, change: impl FnOnce(Stack) -> Stack) -> StackSet {
        let mut set = self.clone();
        set.current.stack = set.current.stack.map(change);
        set
    }
}

fn goes_back<const FAULTY: bool>(set: &StackSet) -> Option<bool> {
    if !set.is_valid() {
        return None;
    }
    let up = set.with_current(Stack::focus_up::<FAULTY>);
    let down = up.with_current(Stack::focus_down::<FAULTY>);
    Some(up.is_valid() && down == *set)
}

crate::versions! {
    /// Changes the order.
    faulty;
    /// Keeps the order.
    correct;
    /// Moving the focus up and down again changes nothing.
    prop_focus_up(set: &StackSet) -> Option<bool> = goes_back;
}
