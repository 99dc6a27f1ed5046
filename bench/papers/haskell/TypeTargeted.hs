{-# LANGUAGE DeriveGeneric #-}
{-# LANGUAGE FlexibleInstances #-}
{-# LANGUAGE MultiParamTypeClasses #-}

-- | The examples of the paper "Type targeted testing", as in the crate `type_targeted_testing`, without the one whose
-- argument is a function, which Lazy SmallCheck 0.6 does not have.
module TypeTargeted (cases) where

import Case
import Control.Exception (ArithException (Overflow), throw)
import Control.Monad (guard)
import Data.List (sort)
import Data.Word (Word32)
import GHC.Generics (Generic)
import StackSet
import Test.LazySmallCheck (cons0, cons2, cons4, (\/), (><))
import qualified Test.LazySmallCheck as Lazy
import Test.QuickCheck (Arbitrary (..), Gen, genericShrink)
import qualified Test.SmallCheck.Series as Small

cases :: [Case]
cases = concat
  [ versions case3 (path "rescale") "prop_rescale" staysInRange
  , [ case1 (path "average::" ++ name ++ "::prop_average") (isAScore least isWide)
    | (name, least, isWide) <-
        [("first", minBound, False), ("second", 0, False), ("third", 1, False), ("correct", 1, True)]
    ]
  , versions case2 (path "sorted_list") "prop_insert" staysSorted
  , versions case2 (path "best") "prop_best" areSoMany
  , versions case2 (path "red_black") "prop_insert" staysRedBlack
  , versions case2 (path "size_balanced") "prop_insert" insertKeepsMap
  , versions case2 (path "size_balanced") "prop_delete" deleteKeepsMap
  , versions case2 (path "size_balanced") "prop_difference" differenceIsMap
  , versions case1 (path "stack_set") "prop_focus_up" goesBack
  ]
  where
    path = ("type_targeted_testing::" ++)

applies :: Bool -> a -> Maybe a
applies condition answer = if condition then Just answer else Nothing

isScore :: Int -> Bool
isScore number = 0 <= number && number <= 100

-- rescale

staysInRange :: Bool -> Int -> Int -> Int -> Maybe Bool
staysInRange faulty first second number =
  applies
    (first >= 0 && second >= (if faulty then 0 else 1) && 0 <= number && number < first)
    (0 <= rescaled && rescaled < second)
  where
    rescaled = number * (second `quot` first)

-- average

-- | Integers that fail of an overflow, as those of the crate do.
checked :: Integer -> Integer
checked number
  | number < toInteger (minBound :: Int) || number > toInteger (maxBound :: Int) = throw Overflow
  | otherwise = number

average :: Bool -> [(Int, Int)] -> Integer
average _ [] = 0
average isWide scores = total `quot` weights
  where
    limited = if isWide then id else checked
    total = summed [limited (toInteger weight * toInteger score) | (weight, score) <- scores]
    weights = summed [toInteger weight | (weight, _) <- scores]
    summed = foldl (\sum' number -> limited (sum' + number)) 0

isAScore :: Int -> Bool -> [(Int, Int)] -> Maybe Bool
isAScore least isWide scores =
  applies (all (\(weight, score) -> weight >= least && isScore score) scores) (0 <= result && result <= 100)
  where
    result = average isWide scores

-- sorted_list

data List = Nil | Cons Int List
  deriving (Show, Generic)

instance Arbitrary List where
  arbitrary = foldr Cons Nil <$> (arbitrary :: Gen [Int])
  shrink = genericShrink
instance Monad m => Small.Serial m List
instance Lazy.Serial List where series = cons0 Nil \/ cons2 Cons

insertSorted :: Bool -> Int -> List -> List
insertSorted faulty value (Cons first rest)
  | first < value = Cons first (if faulty then Cons value rest else insertSorted faulty value rest)
insertSorted _ value rest = Cons value rest

isSorted :: List -> Bool
isSorted = go minBound
  where
    go _ Nil = True
    go before (Cons first rest) = first >= before && go first rest

staysSorted :: Bool -> Int -> List -> Maybe Bool
staysSorted faulty value list = applies (isSorted list) (isSorted (insertSorted faulty value list))

-- best

-- | The crate asks for a `usize`, which here is a natural number.
areSoMany :: Bool -> Word32 -> [Int] -> Maybe Bool
areSoMany faulty asked scores
  | not faulty && length scores < number || not (all isScore scores) = Nothing
  | otherwise = Just (length best == number && and (zipWith (>=) best (drop 1 best)))
  where
    number = fromIntegral asked
    best = take number (reverse (sort scores))

-- red_black

data Color = Black | Red
  deriving (Eq, Show, Generic)

instance Arbitrary Color where
  arbitrary = tree [pure Black, pure Red] []
  shrink = genericShrink
instance Monad m => Small.Serial m Color
instance Lazy.Serial Color where series = cons0 Black \/ cons0 Red

data Tree = Leaf | Node Color Tree Int Tree
  deriving (Show, Generic)

instance Arbitrary Tree where
  arbitrary = tree [pure Leaf] [\below -> Node <$> arbitrary <*> below <*> arbitrary <*> below]
  shrink = genericShrink
instance Monad m => Small.Serial m Tree
instance Lazy.Serial Tree where series = cons0 Leaf \/ cons4 Node

insertTree :: Bool -> Int -> Tree -> Tree
insertTree faulty value set = case inserted set of
  Node _ left here right -> Node Black left here right
  Leaf -> Leaf
  where
    inserted Leaf = Node Red Leaf value Leaf
    inserted whole@(Node color left here right)
      | value < here = balancedTree faulty color (inserted left) here right
      | value > here = balancedTree faulty color left here (inserted right)
      | otherwise = whole

balancedTree :: Bool -> Color -> Tree -> Int -> Tree -> Tree
balancedTree _ Red left value right = Node Red left value right
balancedTree _ Black (Node Red (Node Red a x b) y c) z d = Node Red (Node Black a x b) y (Node Black c z d)
balancedTree _ Black (Node Red a x (Node Red b y c)) z d = Node Red (Node Black a x b) y (Node Black c z d)
balancedTree False Black a x (Node Red (Node Red b y c) z d) = Node Red (Node Black a x b) y (Node Black c z d)
balancedTree _ Black a x (Node Red b y (Node Red c z d)) = Node Red (Node Black a x b) y (Node Black c z d)
balancedTree _ Black left value right = Node Black left value right

blackHeight :: Tree -> Integer -> Integer -> Bool -> Maybe Int
blackHeight Leaf _ _ _ = Just 0
blackHeight (Node color left value right) low high mayBeRed
  | color == Red && not mayBeRed || here <= low || here >= high = Nothing
  | otherwise = do
      l <- blackHeight left low here (color == Black)
      r <- blackHeight right here high (color == Black)
      applies (l == r) (if color == Black then l + 1 else l)
  where
    here = toInteger value

isRedBlack :: Tree -> Bool
isRedBlack set = blackHeight set (fst unlimited) (snd unlimited) False /= Nothing

staysRedBlack :: Bool -> Int -> Tree -> Maybe Bool
staysRedBlack faulty value set = applies (isRedBlack set) (isRedBlack (insertTree faulty value set))

-- size_balanced

data Map = Tip | Bin Word32 Int Char Map Map
  deriving (Show, Generic)

instance Arbitrary Map where
  arbitrary =
    tree [pure Tip] [\below -> Bin <$> arbitrary <*> arbitrary <*> arbitrary <*> below <*> below]
  shrink = genericShrink
instance Monad m => Small.Serial m Map
instance Lazy.Serial Map where
  series = cons0 Tip \/ (Lazy.cons Bin >< Lazy.series >< Lazy.series >< Lazy.series >< Lazy.series >< Lazy.series)

size :: Map -> Word32
size Tip = 0
size (Bin number _ _ _ _) = number

bin :: Int -> Char -> Map -> Map -> Map
bin key value left right = Bin (size left `addSaturating` size right `addSaturating` 1) key value left right

areBalanced :: Word32 -> Word32 -> Bool
areBalanced left right =
  left `addSaturating` right <= 1 || (left <= timesSaturating 3 right && right <= timesSaturating 3 left)

balanced :: Bool -> Int -> Char -> Map -> Map -> Map
balanced faulty key value left right
  | areBalanced (size left) (size right) = bin key value left right
  | size left < size right = case right of
      Bin _ here atHere inner outer
        | not faulty, size inner >= timesSaturating 2 (size outer), Bin _ top atTop low high <- inner ->
            bin top atTop (bin key value left low) (bin here atHere high outer)
        | otherwise -> bin here atHere (bin key value left inner) outer
      Tip -> bin key value left right
  | otherwise = case left of
      Bin _ here atHere outer inner
        | not faulty, size inner >= timesSaturating 2 (size outer), Bin _ top atTop low high <- inner ->
            bin top atTop (bin here atHere outer low) (bin key value high right)
        | otherwise -> bin here atHere outer (bin key value inner right)
      Tip -> bin key value left right

insertMap :: Bool -> Int -> Char -> Map -> Map
insertMap _ key value Tip = Bin 1 key value Tip Tip
insertMap faulty key value (Bin number here atHere left right)
  | key < here = balanced faulty here atHere (insertMap faulty key value left) right
  | key > here = balanced faulty here atHere left (insertMap faulty key value right)
  | otherwise = Bin number key value left right

deleteMap :: Bool -> Int -> Map -> Map
deleteMap _ _ Tip = Tip
deleteMap faulty key (Bin _ here atHere left right)
  | key < here = balanced faulty here atHere (deleteMap faulty key left) right
  | key > here = balanced faulty here atHere left (deleteMap faulty key right)
  | otherwise = glued faulty left right

glued :: Bool -> Map -> Map -> Map
glued _ Tip right = right
glued faulty left right = case withoutLeast faulty right of
  Nothing -> left
  Just (key, value, rest) -> balanced faulty key value left rest

withoutLeast :: Bool -> Map -> Maybe (Int, Char, Map)
withoutLeast _ Tip = Nothing
withoutLeast faulty (Bin _ here atHere left right) = Just $ case withoutLeast faulty left of
  Nothing -> (here, atHere, right)
  Just (key, value, rest) -> (key, value, balanced faulty here atHere rest right)

difference :: Bool -> Map -> Map -> Map
difference _ Tip _ = Tip
difference _ whole Tip = whole
difference faulty whole (Bin _ key _ smaller larger) =
  merged faulty (difference faulty left smaller) (difference faulty right larger)
  where
    (left, right) = split faulty key whole

split :: Bool -> Int -> Map -> (Map, Map)
split _ _ Tip = (Tip, Tip)
split faulty key (Bin _ here atHere left right)
  | key < here = let (smaller, larger) = split faulty key left in (smaller, linked faulty here atHere larger right)
  | key > here = let (smaller, larger) = split faulty key right in (linked faulty here atHere left smaller, larger)
  | otherwise = (left, right)

linked :: Bool -> Int -> Char -> Map -> Map -> Map
linked faulty key value Tip right = insertMap faulty key value right
linked faulty key value left Tip = insertMap faulty key value left
linked faulty key value left@(Bin leftSize l atL outerL innerL) right@(Bin rightSize r atR innerR outerR)
  | timesSaturating 3 leftSize < rightSize = balanced faulty r atR (linked faulty key value left innerR) outerR
  | timesSaturating 3 rightSize < leftSize = balanced faulty l atL outerL (linked faulty key value innerL right)
  | otherwise = bin key value left right

merged :: Bool -> Map -> Map -> Map
merged _ Tip right = right
merged _ left Tip = left
merged faulty left@(Bin leftSize l atL outerL innerL) right@(Bin rightSize r atR innerR outerR)
  | timesSaturating 3 leftSize < rightSize = balanced faulty r atR (merged faulty left innerR) outerR
  | timesSaturating 3 rightSize < leftSize = balanced faulty l atL outerL (merged faulty innerL right)
  | otherwise = glued faulty left right

checkedSize :: Map -> Integer -> Integer -> (Word32, Word32) -> Maybe Word32
checkedSize Tip _ _ (least, _) = applies (least == 0) 0
checkedSize (Bin number key _ left right) low high (least, most)
  | number == 0 || number < least || number > most || here <= low || here >= high = Nothing
  | otherwise = do
      l <- checkedSize left low here (0, number - 1)
      guard (l <= number - 1)
      let others = number - 1 - l
      guard (areBalanced l others)
      _ <- checkedSize right here high (others, others)
      Just number
  where
    here = toInteger key

isMap :: Map -> Bool
isMap whole = checkedSize whole (fst unlimited) (snd unlimited) (0, maxBound) /= Nothing

insertKeepsMap :: Bool -> Int -> Map -> Maybe Bool
insertKeepsMap faulty key whole = applies (isMap whole) (isMap (insertMap faulty key 'x' whole))

deleteKeepsMap :: Bool -> Int -> Map -> Maybe Bool
deleteKeepsMap faulty key whole = applies (isMap whole) (isMap (deleteMap faulty key whole))

differenceIsMap :: Bool -> Map -> Map -> Maybe Bool
differenceIsMap faulty whole other = applies (isMap whole && isMap other) (isMap (difference faulty whole other))

-- stack_set

focusUp :: Bool -> Stack -> Stack
focusUp faulty (Stack here [] below) = Stack (last everything) (if faulty then others else reverse others) []
  where
    everything = here : below
    others = init everything
focusUp _ (Stack here (above : others) below) = Stack above others (here : below)

turned :: Stack -> Stack
turned (Stack here above below) = Stack here below above

withCurrent :: (Stack -> Stack) -> StackSet -> StackSet
withCurrent change set = set {current = (current set) {stack = change <$> stack (current set)}}

goesBack :: Bool -> StackSet -> Maybe Bool
goesBack faulty set = applies (isValid set) (isValid upwards && downwards == set)
  where
    upwards = withCurrent (focusUp faulty) set
    downwards = withCurrent (turned . focusUp faulty . turned) upwards
