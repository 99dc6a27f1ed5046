//! The properties whose generalised counterexamples the paper prints, as far as `papers/smartcheck` has others: the calculator
//! without a test for the constant 0, and a stack set that loses the window that has the focus.

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Constant(i64),
    /// A sum.
    Add(Box<Expression>, Box<Expression>),
    /// A quotient.
    Divide(Box<Expression>, Box<Expression>),
}

use Expression::{Add, Constant, Divide};

fn value(expression: &Expression) -> Option<i64> {
    match expression {
        Constant(number) => Some(*number),
        Add(left, right) => Some(value(left)?.wrapping_add(value(right)?)),
        Divide(left, right) => {
            let (dividend, divisor) = (value(left)?, value(right)?);
            (divisor != 0).then(|| dividend.wrapping_div(divisor))
        }
    }
}

/// Fails for `Divide(x, c(..))`: any `x`, and some value of each variant `c`.
pub fn prop_has_value(expression: &Expression) -> bool {
    value(expression).is_some()
}

/// The windows of a workspace, seen from the one that has the focus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// The window with the focus.
    pub focus: u8,
    /// Those above.
    pub up: Vec<u8>,
    /// Those below.
    pub down: Vec<u8>,
}

/// A workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workspace {
    /// Its name.
    pub tag: u8,
    /// How it is laid out.
    pub layout: i8,
    /// Its windows, if there are any.
    pub stack: Option<Stack>,
}

/// A workspace on a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screen {
    /// What it shows.
    pub workspace: Workspace,
    /// Its number.
    pub screen: u8,
    /// What is known of it.
    pub detail: i8,
}

/// All workspaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackSet {
    /// The one that has the focus.
    pub current: Screen,
    /// Those that can be seen too.
    pub visible: Vec<Screen>,
    /// Those that cannot be seen.
    pub hidden: Vec<Workspace>,
}

impl Stack {
    fn windows(&self) -> Vec<u8> {
        [&[self.focus], &self.up[..], &self.down[..]].concat()
    }

    /// The wrong way round: what it keeps is what was to be taken out.
    fn without(&self, window: u8) -> Option<Stack> {
        let kept = |windows: &[u8]| windows.iter().copied().filter(|other| *other == window).collect();
        let (mut up, mut down): (Vec<u8>, Vec<u8>) = (kept(&self.up), kept(&self.down));
        let focus = match (self.focus == window, down.is_empty(), up.is_empty()) {
            (true, ..) => self.focus,
            (false, false, _) => down.remove(0),
            (false, true, false) => up.remove(0),
            (false, true, true) => return None,
        };
        Some(Stack { focus, up, down })
    }
}

impl Workspace {
    fn has(&self, window: u8) -> bool {
        self.stack.iter().any(|stack| stack.windows().contains(&window))
    }
}

/// The window that has the focus is not there any more when it was taken out. Fails for any tag, layout, screen and stack, but
/// not without a stack.
pub fn prop_delete(set: &StackSet) -> bool {
    let Some(focused) = set.current.workspace.stack.as_ref().map(|stack| stack.focus) else {
        return true;
    };
    let all = (set.visible.iter().map(|screen| &screen.workspace))
        .chain([&set.current.workspace])
        .chain(&set.hidden);
    let mut after = all.map(|workspace| Workspace {
        stack: workspace.stack.as_ref().and_then(|stack| stack.without(focused)),
        ..workspace.clone()
    });
    !after.any(|workspace| workspace.has(focused))
}
