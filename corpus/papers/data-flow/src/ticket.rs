//! The price of a train ticket, which depends on sixteen things: the paper's example of a function with many parameters
//! and rare branches. Two faults hide in them.
//!
//! To be found, each by itself: at a weekend, a group with a dog in which all travellers are children (the share of each
//! adult is a division by 0); a short way with a card, for an employee, at night, with a voucher worth more than the
//! price (the difference overflows).

/// Where travellers sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// More dearly.
    First,
    /// More cheaply.
    Second,
}

/// What makes tickets cheaper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Card {
    /// No card.
    None,
    /// A quarter less.
    Quarter,
    /// Half the price.
    Half,
}

/// What drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Train {
    /// Stops everywhere.
    Local,
    /// Stops in towns.
    Regional,
    /// Stops in cities.
    Express,
}

/// In cents.
#[allow(clippy::too_many_arguments, reason = "that is what the example is about")]
fn price<const FAULTY: bool>(
    kilometres: u16,
    class: Class,
    train: Train,
    card: Card,
    adults: u8,
    children: u8,
    is_return: bool,
    is_weekend: bool,
    is_night: bool,
    has_bicycle: bool,
    has_dog: bool,
    reserves: bool,
    days_ahead: u16,
    is_employee: bool,
    has_voucher: bool,
    is_refundable: bool,
) -> u64 {
    let per_kilometre = match train {
        Train::Local => 12,
        Train::Regional => 15,
        Train::Express => 21,
    };
    let mut fare = u64::from(kilometres) * per_kilometre;
    if class == Class::First {
        fare = fare * 3 / 2;
    }
    match card {
        Card::None => {}
        Card::Quarter => fare = fare * 3 / 4,
        Card::Half => fare /= 2,
    }
    let travellers = u64::from(adults) + u64::from(children);
    let mut total = fare * u64::from(adults) + fare / 2 * u64::from(children);
    if travellers >= 5 {
        total = total * 4 / 5;
        if is_weekend && has_dog {
            // A dog is free if there are more than ten euros for each adult.
            let is_shared = FAULTY || adults > 0;
            if is_shared && total / u64::from(adults) < 1000 {
                total += 500;
            }
        } else if has_dog {
            total += 500;
        }
    } else if has_dog {
        total += fare / 2;
    }
    if is_return {
        total = total * 19 / 10;
    }
    if days_ahead >= 21 && !is_refundable {
        total = total * 4 / 5;
    }
    if is_refundable {
        total += total / 10;
    }
    if has_bicycle && train != Train::Local {
        total += 600;
    }
    if reserves && train == Train::Express {
        total += 450 * travellers;
    }
    if is_night && train == Train::Express {
        total += 1500;
    }
    if is_employee {
        total /= 4;
        if has_voucher && is_night && card != Card::None {
            total = if FAULTY {
                total - 300
            } else {
                total.saturating_sub(300)
            };
        }
    } else if has_voucher {
        total = total.saturating_sub(1000);
    }
    total
}

macro_rules! version {
    ($(#[$doc:meta])* $name:ident, $faulty:literal) => {
        $(#[$doc])*
        pub mod $name {
            use super::{Card, Class, Train};

            /// What a ticket costs, in cents.
            #[allow(clippy::too_many_arguments, reason = "that is what the example is about")]
            pub fn price(
                kilometres: u16,
                class: Class,
                train: Train,
                card: Card,
                adults: u8,
                children: u8,
                is_return: bool,
                is_weekend: bool,
                is_night: bool,
                has_bicycle: bool,
                has_dog: bool,
                reserves: bool,
                days_ahead: u16,
                is_employee: bool,
                has_voucher: bool,
                is_refundable: bool,
            ) -> u64 {
                super::price::<$faulty>(
                    kilometres, class, train, card, adults, children, is_return, is_weekend, is_night, has_bicycle,
                    has_dog, reserves, days_ahead, is_employee, has_voucher, is_refundable,
                )
            }
        }
    };
}

version! {
    /// Fails in two branches.
    faulty, true
}
version! {
    /// Never fails.
    correct, false
}
