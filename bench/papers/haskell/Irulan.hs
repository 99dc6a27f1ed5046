{-# LANGUAGE DeriveGeneric #-}
{-# LANGUAGE FlexibleInstances #-}
{-# LANGUAGE MultiParamTypeClasses #-}

-- | The examples of the IRULAN paper, as in the crate `irulan` and its running example in `int_tree`.
module Irulan (cases) where

import Case
import GHC.Generics (Generic)
import Test.LazySmallCheck (cons0, cons1, cons2, cons3, (\/))
import qualified Test.LazySmallCheck as Lazy
import Test.QuickCheck (Arbitrary (..), genericShrink)
import qualified Test.SmallCheck.Series as Small

cases :: [Case]
cases = concat
  [ [case2 "int_tree::insert" (\value set -> Just (insertNew value set `seq` True))]
  , [case1 "irulan::max_list::faulty::max_list" (\list -> Just (maxList list `seq` True))]
  , versions case2 "irulan::reverse" "prop_reverse" reverses
  , versions case1 "irulan::heap" "prop_from_list_is_balanced" isBalanced
  , [ case1 ("irulan::presburger::" ++ name ++ "::is_satisfiable") (\f -> Just (isSatisfiable version f `seq` True))
    | (name, version) <- [("first", (False, True)), ("second", (True, False)), ("correct", (True, True))]
    ]
  ]

-- int_tree

data Tree = Leaf | Branch Tree Int Tree
  deriving (Show, Generic)

instance Arbitrary Tree where
  arbitrary = tree [pure Leaf] [\below -> Branch <$> below <*> arbitrary <*> below]
  shrink = genericShrink
instance Monad m => Small.Serial m Tree
instance Lazy.Serial Tree where series = cons0 Leaf \/ cons3 Branch

-- | Goes all the way down at once, as in a language that is not lazy.
insertNew :: Int -> Tree -> Tree
insertNew value Leaf = Branch Leaf value Leaf
insertNew value (Branch smaller here larger)
  | value < here = let below = insertNew value smaller in below `seq` Branch below here larger
  | value > here = let below = insertNew value larger in below `seq` Branch smaller here below
  | otherwise = error ("duplicate value " ++ show value)

-- max_list

maxList :: [Int] -> Int
maxList [] = error "the greatest element of no elements"
maxList list = foldr1 max list

-- reverse

reverses :: Bool -> [Int] -> [Int] -> Maybe Bool
reverses faulty first second = Just (reverse (first ++ second) == halves)
  where
    halves = if faulty then reverse first ++ reverse second else reverse second ++ reverse first

-- heap

data Heap = Empty | Node Int Heap Heap

insert :: Bool -> Int -> Heap -> Heap
insert _ value Empty = Node value Empty Empty
insert faulty value (Node top left right)
  | faulty = Node least left (insert faulty other right)
  | otherwise = Node least (insert faulty other right) left
  where
    (least, other) = (min value top, max value top)

balancedSize :: Heap -> Maybe Int
balancedSize Empty = Just 0
balancedSize (Node _ left right) = do
  l <- balancedSize left
  r <- balancedSize right
  if l == r || l == r + 1 then Just (l + r + 1) else Nothing

isBalanced :: Bool -> [Int] -> Maybe Bool
isBalanced faulty list = Just (balancedSize (foldl (flip (insert faulty)) Empty list) == Just (length list))

-- presburger

data Formula = Divides Int Int | Not Formula | And Formula Formula
  deriving (Show, Generic)

instance Arbitrary Formula where
  arbitrary = tree
    [Divides <$> arbitrary <*> arbitrary]
    [\below -> Not <$> below, \below -> And <$> below <*> below]
  shrink = genericShrink
instance Monad m => Small.Serial m Formula
instance Lazy.Serial Formula where series = cons2 Divides \/ cons1 Not \/ cons2 And

-- | Whether the version knows what 0 divides, and whether it knows the period of that.
type Version = (Bool, Bool)

holds :: Version -> Formula -> Int -> Bool
holds (zeroDivides, _) (Divides divisor term) x
  | zeroDivides && divisor == 0 = x + term == 0
  | otherwise = divisor == -1 || (x + term) `rem` divisor == 0
holds version (Not formula) x = not (holds version formula x)
holds version (And left right) x = holds version left x && holds version right x

period :: Version -> Formula -> Int
period _ (Divides divisor _) = abs divisor
period version (Not formula) = period version formula
period version (And left right)
  | snd version && l == 0 && r == 0 = 0
  | otherwise = (l * r) `divideWrapping` commonDivisor l r
  where
    (l, r) = (period version left, period version right)

commonDivisor :: Int -> Int -> Int
commonDivisor left 0 = left
commonDivisor left right = commonDivisor right (left `rem` right)

isSatisfiable :: Version -> Formula -> Bool
isSatisfiable version formula = any (holds version formula) [0 .. limited - 1]
  where
    limited = max 1 (min 1000 (period version formula))
