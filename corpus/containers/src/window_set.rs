//! Workspaces with windows, one of which has the focus: a list zipper per workspace, as in the window manager xmonad.

/// A list of windows.
#[derive(Clone)]
pub enum Windows {
    /// None.
    Nil,
    /// The nearest one and those beyond.
    Cons(u8, Box<Windows>),
}

use Windows::{Cons, Nil};

/// The windows of a workspace, seen from the one that has the focus.
#[derive(Clone)]
pub struct Stack {
    /// The window with the focus.
    pub focus: u8,
    /// Those above, the nearest first.
    pub up: Windows,
    /// Those below, the nearest first.
    pub down: Windows,
}

/// A workspace.
#[derive(Clone)]
pub struct Workspace {
    /// Its name.
    pub tag: u8,
    /// Its windows, if there are any.
    pub stack: Option<Box<Stack>>,
}

/// A list of workspaces.
#[derive(Clone)]
pub enum Workspaces {
    /// None.
    End,
    /// The first one and the others.
    Next(Box<Workspace>, Box<Workspaces>),
}

use Workspaces::Next;

/// All workspaces.
#[derive(Clone)]
pub struct StackSet {
    /// The one that has the focus.
    pub current: Workspace,
    /// Those that can be seen too.
    pub visible: Workspaces,
    /// Those that cannot be seen.
    pub hidden: Workspaces,
}

fn reversed(mut windows: Windows, mut onto: Windows) -> Windows {
    while let Cons(first, rest) = windows {
        onto = Cons(first, Box::new(onto));
        windows = *rest;
    }
    onto
}

fn up(stack: Stack) -> Stack {
    match stack.up {
        Cons(focus, up) => Stack {
            focus,
            up: *up,
            down: Cons(stack.focus, Box::new(stack.down)),
        },
        // Nothing above: on to the lowest.
        Nil => match reversed(Cons(stack.focus, Box::new(stack.down)), Nil) {
            Cons(focus, up) => Stack {
                focus,
                up: *up,
                down: Nil,
            },
            Nil => Stack {
                focus: stack.focus,
                up: Nil,
                down: Nil,
            },
        },
    }
}

fn turned(stack: Stack) -> Stack {
    Stack {
        focus: stack.focus,
        up: stack.down,
        down: stack.up,
    }
}

fn with_current(mut set: StackSet, change: impl FnOnce(Stack) -> Stack) -> StackSet {
    set.current.stack = set.current.stack.map(|stack| Box::new(change(*stack)));
    set
}

/// Gives the focus to the window above.
pub fn focus_up(set: StackSet) -> StackSet {
    with_current(set, up)
}

/// Gives the focus to the window below.
pub fn focus_down(set: StackSet) -> StackSet {
    with_current(set, |stack| turned(up(turned(stack))))
}

/// Gives the focus to a window of the current workspace, if it is there.
pub fn focus_window(window: u8, set: StackSet) -> StackSet {
    with_current(set, |mut stack| {
        if contains(&stack.up, window) {
            while stack.focus != window {
                stack = up(stack);
            }
        } else if contains(&stack.down, window) {
            while stack.focus != window {
                stack = turned(up(turned(stack)));
            }
        }
        stack
    })
}

fn contains(windows: &Windows, window: u8) -> bool {
    match windows {
        Nil => false,
        Cons(first, rest) => *first == window || contains(rest, window),
    }
}

/// Numbers seen so far.
#[derive(Default)]
struct Seen([u64; 4]);

impl Seen {
    /// False if it was there before.
    fn add(&mut self, number: u8) -> bool {
        let (word, bit) = (usize::from(number / 64), 1 << (number % 64));
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }
}

/// What a check has seen: tags and windows, and how deep the constructors with fields lie within each other.
#[derive(Default)]
struct Check {
    tags: Seen,
    windows: Seen,
    depth: u32,
    /// Where to stop.
    most: u32,
}

impl Check {
    fn reaches(&mut self, depth: u32) -> bool {
        self.depth = self.depth.max(depth);
        depth <= self.most
    }

    fn windows(&mut self, mut windows: &Windows, mut depth: u32) -> bool {
        while let Cons(first, rest) = windows {
            depth += 1;
            if !self.reaches(depth) || !self.windows.add(*first) {
                return false;
            }
            windows = rest;
        }
        true
    }

    /// `Workspace`, `Some`, `Stack` and the lists: one below the other.
    fn workspace(&mut self, workspace: &Workspace, above: u32) -> bool {
        if !self.reaches(above + 1) || !self.tags.add(workspace.tag) {
            return false;
        }
        match &workspace.stack {
            None => true,
            Some(stack) => {
                self.reaches(above + 3)
                    && self.windows.add(stack.focus)
                    && self.windows(&stack.up, above + 3)
                    && self.windows(&stack.down, above + 3)
            }
        }
    }

    fn workspaces(&mut self, mut workspaces: &Workspaces, mut above: u32) -> bool {
        while let Next(first, rest) = workspaces {
            above += 1;
            if !self.reaches(above) || !self.workspace(first, above) {
                return false;
            }
            workspaces = rest;
        }
        true
    }

    /// No tag and no window is there twice, and nothing lies deeper than `most`.
    fn set(&mut self, set: &StackSet) -> bool {
        self.workspace(&set.current, 1) && self.workspaces(&set.visible, 1) && self.workspaces(&set.hidden, 1)
    }
}

fn checked_depth(set: &StackSet, most: u32) -> Option<u32> {
    let mut check = Check {
        most,
        ..Check::default()
    };
    check.set(set).then_some(check.depth)
}

/// The number of windows of the current workspace.
fn count(set: &StackSet) -> u32 {
    fn length(mut windows: &Windows) -> u32 {
        let mut length = 0;
        while let Cons(_, rest) = windows {
            length += 1;
            windows = rest;
        }
        length
    }
    set.current
        .stack
        .as_ref()
        .map_or(0, |stack| 1 + length(&stack.up) + length(&stack.down))
}

fn keeps_windows(window: u8, set: StackSet) -> bool {
    let before = count(&set);
    let after = focus_window(window, set);
    count(&after) == before && checked_depth(&after, u32::MAX).is_some()
}

/// Giving the focus to a window keeps all windows, and each is there once.
pub fn prop_refocus(window: &u8, set: &StackSet) -> Option<bool> {
    checked_depth(set, u32::MAX)?;
    Some(keeps_windows(*window, set.clone()))
}

fn refocus_at_depth(depth: u32, window: &u8, set: &StackSet) -> Option<bool> {
    (checked_depth(set, depth)? == depth).then(|| keeps_windows(*window, set.clone()))
}

crate::at_depths! {
    /// Of depth 6.
    prop_refocus_at_depth_6 = 6,
    /// Of depth 8.
    prop_refocus_at_depth_8 = 8,
    /// Of depth 9.
    prop_refocus_at_depth_9 = 9,
    /// Of depth 10.
    prop_refocus_at_depth_10 = 10,
    /// Of depth 12.
    prop_refocus_at_depth_12 = 12,
    /// Of depth 16.
    prop_refocus_at_depth_16 = 16,
    => |window: &u8, set: &StackSet| refocus_at_depth
}
