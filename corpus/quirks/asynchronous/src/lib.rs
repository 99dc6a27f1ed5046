//! Purpose: async functions are polled until they are ready, and what is wrapped in `Poll`, `Option` or `Result` is
//! unwrapped to go on. Every item is completed, and nothing here can fail.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

/// A value that takes a while.
pub struct Ticket {
    number: u8,
}

/// What a ticket becomes.
pub struct Prize {
    value: u8,
}

/// Not a prize.
#[derive(Debug)]
pub struct Loss;

/// Async, with a borrow.
pub async fn length(text: &str) -> usize {
    text.len()
}

/// Async, awaiting another.
pub async fn twice(text: &str) -> usize {
    length(text).await * 2
}

/// Async and generic, with a result.
pub async fn kept<T: Clone>(value: &T) -> Result<T, Loss> {
    Ok(value.clone())
}

/// A future by another name.
pub fn later(value: u8) -> impl Future<Output = u8> {
    async move { value }
}

/// A boxed future.
pub fn boxed(value: u8) -> Pin<Box<dyn Future<Output = u8> + Send>> {
    Box::pin(std::future::ready(value))
}

/// Awaits what it is given.
pub async fn awaited<F: Future>(future: F) -> F::Output {
    future.await
}

impl Ticket {
    /// The only way to one.
    pub async fn buy(number: u8) -> Option<Ticket> {
        Some(Ticket { number })
    }

    /// An async method.
    pub async fn check(&self) -> bool {
        self.number > 0
    }

    /// The only way to a prize.
    pub fn draw(&mut self) -> Poll<Result<Prize, Loss>> {
        if self.number == 0 {
            Poll::Pending
        } else {
            Poll::Ready(Ok(Prize { value: self.number }))
        }
    }
}

impl Prize {
    /// Needs a prize.
    pub fn value(&self) -> u8 {
        self.value
    }
}

/// A future of its own.
pub struct Counter(pub u8);

impl Future for Counter {
    type Output = u8;
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<u8> {
        match self.0.checked_sub(1) {
            Some(less) => {
                self.0 = less;
                context.waker().wake_by_ref();
                Poll::Pending
            }
            None => Poll::Ready(0),
        }
    }
}
