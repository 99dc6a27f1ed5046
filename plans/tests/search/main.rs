//! The search against mock engines: what lazy exploration finds, counts and resumes, compared with eager enumeration.

mod bounded_work;
mod costs;
mod damage;
mod damaged;
mod economy;
mod encoding;
mod golden;
mod int_tree;
mod lazy_equals_eager;
mod mock;
mod narrowing;
mod novelty;
mod oracle;
mod plan_text;
mod plans_as_values;
mod random;
mod requests;
mod rounds;
mod series;
mod texts;
mod units;
