{-# LANGUAGE DeriveGeneric #-}
{-# LANGUAGE FlexibleInstances #-}
{-# LANGUAGE MultiParamTypeClasses #-}

-- | The examples of the work on data-flow testing, as in the crate `data_flow`, without the ticket machine.
module DataFlow (cases) where

import Case
import Control.Monad (guard)
import Data.Bits (popCount)
import Data.List (insert, minimumBy, partition, sort, sortOn)
import qualified Data.Map as Map
import Data.Maybe (fromMaybe)
import Data.Ord (comparing)
import qualified Data.Set as Set
import Data.Word (Word16, Word8)
import GHC.Generics (Generic)
import Test.LazySmallCheck (cons0, cons1, cons3, cons4, (\/))
import qualified Test.LazySmallCheck as Lazy
import Test.QuickCheck (Arbitrary (..), genericShrink)
import qualified Test.SmallCheck.Series as Small

cases :: [Case]
cases = concat
  [ versions case2 "data_flow::avl" "prop_insert" insertKeepsAvl
  , versions case2 "data_flow::avl" "prop_delete" deleteKeepsAvl
  , versions case2 "data_flow::heap" "prop_insert" insertAdds
  , versions case1 "data_flow::heap" "prop_delete" deleteTakesLeast
  , versions case1 "data_flow::heapsort" "prop_sort" sorts
  , versions case2 "data_flow::strassen" "prop_product" multiplies
  , versions case2 "data_flow::dijkstra" "prop_distances" areShortest
  , versions case1 "data_flow::kruskal" "prop_forest" isMinimal
  , versions case1 "data_flow::matrix_chain" "prop_cost" isLeast
  ]

-- avl

data Balance = Even | Leftward | Rightward
  deriving (Eq, Show, Generic)

instance Arbitrary Balance where
  arbitrary = tree [pure Even, pure Leftward, pure Rightward] []
  shrink = genericShrink
instance Monad m => Small.Serial m Balance
instance Lazy.Serial Balance where series = cons0 Even \/ cons0 Leftward \/ cons0 Rightward

data Tree a = Leaf | Node Balance (Tree a) a (Tree a)
  deriving (Show, Generic)

instance Arbitrary (Tree Int) where
  arbitrary = tree [pure Leaf] [\below -> Node <$> arbitrary <*> below <*> arbitrary <*> below]
  shrink = genericShrink
instance Monad m => Small.Serial m (Tree Int)
instance Lazy.Serial (Tree Int) where series = cons0 Leaf \/ cons4 Node

-- | The tree with an entry, ordered by a key, and whether it is higher than before.
inserted :: Ord k => Bool -> (a -> k) -> a -> Tree a -> (Tree a, Bool)
inserted _ _ value Leaf = (Node Even Leaf value Leaf, True)
inserted faulty key value whole@(Node balance left here right) = case compare (key value) (key here) of
  LT -> case inserted faulty key value left of
    (below, False) -> (Node balance below here right, False)
    (below, True) -> case balance of
      Even -> (Node Leftward below here right, True)
      Rightward -> (Node Even below here right, False)
      Leftward -> not <$> lowerLeft faulty below here right
  GT -> case inserted faulty key value right of
    (below, False) -> (Node balance left here below, False)
    (below, True) -> case balance of
      Even -> (Node Rightward left here below, True)
      Leftward -> (Node Even left here below, False)
      Rightward -> not <$> lowerRight left here below
  EQ -> (whole, False)

found :: Ord k => (a -> k) -> k -> Tree a -> Maybe a
found _ _ Leaf = Nothing
found key wanted (Node _ left here right) = case compare wanted (key here) of
  LT -> found key wanted left
  EQ -> Just here
  GT -> found key wanted right

-- | The tree without a value, and whether it is lower than before.
deleted :: Bool -> Int -> Tree Int -> (Tree Int, Bool)
deleted _ _ Leaf = (Leaf, False)
deleted faulty value (Node balance left here right)
  | value < here = let (below, isLower) = deleted faulty value left in withLeft faulty balance below here right isLower
  | value > here = let (below, isLower) = deleted faulty value right in withRight faulty balance left here below isLower
  | Leaf <- left = (right, True)
  | otherwise = case withoutLeast faulty right of
      (Nothing, _, _) -> (left, True)
      (Just next, below, isLower) -> withRight faulty balance left next below isLower

withoutLeast :: Bool -> Tree a -> (Maybe a, Tree a, Bool)
withoutLeast _ Leaf = (Nothing, Leaf, False)
withoutLeast faulty (Node balance left here right) = case withoutLeast faulty left of
  (Nothing, _, _) -> (Just here, right, True)
  (least, below, isLower) ->
    let (whole, wholeIsLower) = withLeft faulty balance below here right isLower in (least, whole, wholeIsLower)

withLeft, withRight :: Bool -> Balance -> Tree a -> a -> Tree a -> Bool -> (Tree a, Bool)
withLeft _ balance left value right False = (Node balance left value right, False)
withLeft _ Leftward left value right True = (Node Even left value right, True)
withLeft _ Even left value right True = (Node Rightward left value right, False)
withLeft _ Rightward left value right True = lowerRight left value right
withRight _ balance left value right False = (Node balance left value right, False)
withRight _ Rightward left value right True = (Node Even left value right, True)
withRight _ Even left value right True = (Node Leftward left value right, False)
withRight faulty Leftward left value right True = lowerLeft faulty left value right

halves :: Balance -> (Balance, Balance)
halves Even = (Even, Even)
halves Leftward = (Even, Rightward)
halves Rightward = (Leftward, Even)

-- | A node whose left subtree is two higher than the right one, rotated, and whether the whole became lower.
lowerLeft :: Bool -> Tree a -> a -> Tree a -> (Tree a, Bool)
lowerLeft faulty left value right = case left of
  Node Leftward outer here inner -> (Node Even outer here (Node Even inner value right), True)
  Node Even outer here inner ->
    let (top, below) = if faulty then (Even, Even) else (Rightward, Leftward)
     in (Node top outer here (Node below inner value right), False)
  Node Rightward outer here (Node middle low top high) ->
    let (first, second) = halves middle
        (low', high') = if faulty then (high, low) else (low, high)
     in (Node Even (Node first outer here low') top (Node second high' value right), True)
  Node Rightward outer here Leaf -> (Node Leftward (Node Even outer here Leaf) value right, False)
  Leaf -> (Node Even Leaf value right, False)

-- | The same the other way round, without a fault.
lowerRight :: Tree a -> a -> Tree a -> (Tree a, Bool)
lowerRight left value right = case right of
  Node Rightward inner here outer -> (Node Even (Node Even left value inner) here outer, True)
  Node Even inner here outer -> (Node Leftward (Node Rightward left value inner) here outer, False)
  Node Leftward (Node middle low top high) here outer ->
    let (first, second) = halves middle
     in (Node Even (Node first left value low) top (Node second high here outer), True)
  Node Leftward Leaf here outer -> (Node Rightward left value (Node Even Leaf here outer), False)
  Leaf -> (Node Even left value Leaf, False)

checkedHeight :: Tree Int -> Integer -> Integer -> Maybe Int
checkedHeight Leaf _ _ = Just 0
checkedHeight (Node balance left value right) low high = do
  guard (here > low && here < high)
  l <- checkedHeight left low here
  r <- checkedHeight right here high
  case balance of
    Even -> (l + 1) <$ guard (l == r)
    Leftward -> (l + 1) <$ guard (l == r + 1)
    Rightward -> (r + 1) <$ guard (l + 1 == r)
  where
    here = toInteger value

isAvl :: Tree Int -> Bool
isAvl whole = checkedHeight whole (fst unlimited) (snd unlimited) /= Nothing

insertKeepsAvl, deleteKeepsAvl :: Bool -> Int -> Tree Int -> Maybe Bool
insertKeepsAvl faulty value whole
  | isAvl whole = Just (isAvl (fst (inserted faulty id value whole)))
  | otherwise = Nothing
deleteKeepsAvl faulty value whole
  | isAvl whole = Just (isAvl (fst (deleted faulty value whole)))
  | otherwise = Nothing

-- heap

data Heap = Empty | Top Heap Int Heap
  deriving (Show, Generic)

instance Arbitrary Heap where
  arbitrary = tree [pure Empty] [\below -> Top <$> below <*> arbitrary <*> below]
  shrink = genericShrink
instance Monad m => Small.Serial m Heap
instance Lazy.Serial Heap where series = cons0 Empty \/ cons3 Top

insertHeap :: Bool -> Int -> Heap -> Heap
insertHeap _ value Empty = Top Empty value Empty
insertHeap faulty value (Top left top right)
  | value < top = Top (insertHeap faulty (if faulty then value else top) right) value left
  | otherwise = Top (insertHeap faulty value right) top left

deleteHeap :: Bool -> Heap -> Heap
deleteHeap _ Empty = Empty
deleteHeap faulty (Top left _ right) = case takeAny left of
  (Nothing, _) -> right
  (Just value, rest) -> sift faulty right value rest

takeAny :: Heap -> (Maybe Int, Heap)
takeAny Empty = (Nothing, Empty)
takeAny (Top left top right) = case takeAny left of
  (Nothing, _) -> (Just top, right)
  (Just value, rest) -> (Just value, Top right top rest)

sift :: Bool -> Heap -> Int -> Heap -> Heap
sift faulty left@(Top ll l lr) value right@(Top rl r rr)
  | value <= l && (faulty || value <= r) = Top left value right
  | l <= r = Top (sift faulty ll value lr) l right
  | otherwise = Top left r (sift faulty rl value rr)
sift faulty (Top ll l lr) value right | l < value = Top (sift faulty ll value lr) l right
sift _ left value right = Top left value right

checkedSize :: Heap -> Int -> Maybe Int
checkedSize Empty _ = Just 0
checkedSize (Top left top right) least = do
  guard (top >= least)
  l <- checkedSize left top
  r <- checkedSize right top
  (l + r + 1) <$ guard (l == r || l == r + 1)

sortedElements :: Heap -> Maybe [Int]
sortedElements heap = sort (collected heap) <$ checkedSize heap minBound
  where
    collected Empty = []
    collected (Top left top right) = top : collected left ++ collected right

insertAdds :: Bool -> Int -> Heap -> Maybe Bool
insertAdds faulty value heap = do
  elements <- sortedElements heap
  Just (sortedElements (insertHeap faulty value heap) == Just (insert value elements))

deleteTakesLeast :: Bool -> Heap -> Maybe Bool
deleteTakesLeast faulty heap = do
  elements <- sortedElements heap
  Just (sortedElements (deleteHeap faulty heap) == Just (drop 1 elements))

-- heapsort, in a map from places to elements

siftDown :: Bool -> Int -> Int -> Map.Map Int Int -> Map.Map Int Int
siftDown faulty size parent heap
  | left >= size || heap Map.! parent >= heap Map.! child = heap
  | otherwise = siftDown faulty size child (swapped parent child heap)
  where
    (left, right) = (2 * parent + 1, 2 * parent + 2)
    end = if faulty then max 0 (size - 1) else size
    child = if right < end && heap Map.! right > heap Map.! left then right else left

swapped :: Int -> Int -> Map.Map Int Int -> Map.Map Int Int
swapped one other heap = Map.insert one (heap Map.! other) (Map.insert other (heap Map.! one) heap)

sorts :: Bool -> [Int] -> Maybe Bool
sorts faulty list = Just (Map.elems done == sort list)
  where
    size = length list
    start = Map.fromList (zip [0 ..] list)
    heap = foldl (\h parent -> siftDown faulty size parent h) start (reverse [0 .. size `div` 2 - 1])
    done = foldl (\h end -> siftDown faulty end 0 (swapped 0 end h)) heap (reverse [1 .. size - 1])

-- strassen

newtype Matrix = Matrix [[Int]]
  deriving (Eq, Show, Generic)

instance Arbitrary Matrix where
  arbitrary = Matrix <$> arbitrary
  shrink = genericShrink
instance Monad m => Small.Serial m Matrix
instance Lazy.Serial Matrix where series = cons1 Matrix

plus, minus, times :: Matrix -> Matrix -> Matrix
plus (Matrix a) (Matrix b) = Matrix (zipWith (zipWith (+)) a b)
minus (Matrix a) (Matrix b) = Matrix (zipWith (zipWith (-)) a b)
times (Matrix a) (Matrix b) = Matrix [[sum (zipWith (*) row column) | column <- columns] | row <- a]
  where
    columns = [map (!! at) b | at <- [0 .. length b - 1]]

-- | Fast from size 2 on.
fastProduct :: Bool -> Matrix -> Matrix -> Matrix
fastProduct faulty left@(Matrix rowsL) right@(Matrix rowsR)
  | size < 2 || odd size = left `times` right
  | otherwise = Matrix (beside c11 c12 ++ beside c21 c22)
  where
    size = length rowsL
    half = size `div` 2
    quarters rows = [Matrix (map part band) | band <- [take half rows, drop half rows], part <- [take half, drop half]]
    beside (Matrix a) (Matrix b) = zipWith (++) a b
    (a11, a12, a21, a22) = four (quarters rowsL)
    (b11, b12, b21, b22) = four (quarters rowsR)
    four parts = (parts !! 0, parts !! 1, parts !! 2, parts !! 3)
    product' = fastProduct faulty
    m1 = product' (a11 `plus` a22) (b11 `plus` b22)
    m2 = product' (a21 `plus` a22) b11
    m3 = product' a11 (b12 `minus` b22)
    m4 = product' a22 (b21 `minus` b11)
    m5 = product' (a11 `plus` a12) b22
    m6 = product' (a21 `minus` a11) (b11 `plus` b12)
    m7 = product' (a12 `minus` a22) (b21 `plus` b22)
    end = if faulty then m6 `minus` m3 else m6 `plus` m3
    c11 = m1 `plus` m4 `minus` m5 `plus` m7
    c12 = m3 `plus` m5
    c21 = m2 `plus` m4
    c22 = m1 `minus` m2 `plus` end

multiplies :: Bool -> Matrix -> Matrix -> Maybe Bool
multiplies faulty left@(Matrix rows) right
  | popCount size == 1 && isOfSize left && isOfSize right = Just (fastProduct faulty left right == left `times` right)
  | otherwise = Nothing
  where
    size = length rows
    isOfSize (Matrix these) = length these == size && all ((== size) . length) these

-- dijkstra and kruskal

-- | From, to, length; or both ends and what it costs.
data Edge = Edge Word8 Word8 Word16
  deriving (Show, Generic)

newtype Graph = Graph [Edge]
  deriving (Show, Generic)

instance Arbitrary Edge where
  arbitrary = Edge <$> arbitrary <*> arbitrary <*> arbitrary
  shrink = genericShrink
instance Monad m => Small.Serial m Edge
instance Lazy.Serial Edge where series = cons3 Edge

instance Arbitrary Graph where
  arbitrary = Graph <$> arbitrary
  shrink = genericShrink
instance Monad m => Small.Serial m Graph
instance Lazy.Serial Graph where series = cons1 Graph

distances :: Bool -> Graph -> Word8 -> Map.Map Word8 Int
distances faulty (Graph edges) start = go (Map.singleton start 0) (Set.singleton (0, start))
  where
    go known open = case Set.minView open of
      Nothing -> known
      Just ((distance, node), rest) ->
        uncurry go (foldl (relaxed distance) (known, rest) [edge | edge@(Edge from _ _) <- edges, from == node])
    relaxed distance (known, open) (Edge _ to steps) = case Map.lookup to known of
      Just before | faulty || before <= reached -> (known, open)
      before -> (Map.insert to reached known, Set.insert (reached, to) (maybe open (\d -> Set.delete (d, to) open) before))
      where
        reached = distance + fromIntegral steps

-- | By relaxing edges until nothing changes.
expectedDistances :: Graph -> Word8 -> Map.Map Word8 Int
expectedDistances (Graph edges) start = go (Map.singleton start 0)
  where
    go known = if after == known then known else go after
      where
        after = foldl relaxed known edges
    relaxed known (Edge from to steps) = fromMaybe known $ do
      distance <- Map.lookup from known
      let reached = distance + fromIntegral steps
      guard (maybe True (reached <) (Map.lookup to known))
      Just (Map.insert to reached known)

areShortest :: Bool -> Graph -> Word8 -> Maybe Bool
areShortest faulty graph start = Just (distances faulty graph start == expectedDistances graph start)

cost :: Edge -> Int
cost (Edge _ _ steps) = fromIntegral steps

-- | Each edge is kept that joins two sets; the faulty version joins a node instead of the representative of its set.
forest :: Bool -> Graph -> [Edge]
forest faulty (Graph edges) = go Map.empty (sortOn cost edges)
  where
    go _ [] = []
    go sets (edge@(Edge first second _) : rest)
      | one == other = go sets rest
      | otherwise = edge : go (Map.insert (if faulty then first else one) other sets) rest
      where
        (one, other) = (representative sets first, representative sets second)
    representative sets node = maybe node (representative sets) (Map.lookup node sets)

-- | As Prim does it: the number and the sum of the cheapest edges that join all that can be joined.
expectedForest :: Graph -> (Int, Int)
expectedForest (Graph edges) = go 0 0 (Set.fromList (concat [[first, second] | Edge first second _ <- edges]))
  where
    go number total outside = case Set.minView outside of
      Nothing -> (number, total)
      Just (start, _) ->
        let (added, sum', reached) = grown (0, 0, Set.singleton start)
         in go (number + added) (total + sum') (outside `Set.difference` reached)
    grown :: (Int, Int, Set.Set Word8) -> (Int, Int, Set.Set Word8)
    grown (number, total, reached) =
      case fst (partition (\(Edge a b _) -> (a `Set.member` reached) /= (b `Set.member` reached)) edges) of
        [] -> (number, total, reached)
        leaving ->
          let edge@(Edge a b _) = minimumBy (comparing cost) leaving
           in grown (number + 1, total + cost edge, Set.insert a (Set.insert b reached))

isMinimal :: Bool -> Graph -> Maybe Bool
isMinimal faulty graph = Just ((length kept, sum (map cost kept)) == expectedForest graph)
  where
    kept = forest faulty graph

-- matrix_chain

-- | What multiplying a part of the chain costs at least: its first matrix, its last one, the cost.
type Part = (Int, Int, Int)

tabledCost :: Bool -> [Int] -> Int
tabledCost faulty sizes
  | matrices < 1 = 0
  | otherwise = maybe 0 costOf (found key (0, matrices - 1) table)
  where
    matrices = length sizes - 1
    key (first, end, _) = (first, end)
    costOf (_, _, least) = least
    parts = [(first, first + steps - 1) | steps <- [1 .. matrices], first <- [0 .. matrices - steps]]
    table = foldl entered Leaf parts
    entered :: Tree Part -> (Int, Int) -> Tree Part
    entered before (first, end) = least `seq` fst (inserted faulty key (first, end, least) before)
      where
        least = leastOf
          [ at first middle + at (middle + 1) end + multiplied sizes first middle end | middle <- [first .. end - 1]]
        at from to = maybe (error "shorter parts were entered before") costOf (found key (from, to) before)

leastOf :: [Int] -> Int
leastOf [] = 0
leastOf costs = minimum costs

multiplied :: [Int] -> Int -> Int -> Int -> Int
multiplied sizes first middle end = product (map (sizes !!) [first, middle + 1, end + 1])

expectedCost :: [Int] -> Int -> Int -> Int
expectedCost sizes first end = leastOf
  [ expectedCost sizes first middle + expectedCost sizes (middle + 1) end + multiplied sizes first middle end
  | middle <- [first .. end - 1]
  ]

isLeast :: Bool -> [Word8] -> Maybe Bool
isLeast faulty given
  | length sizes > 10 = Nothing
  | otherwise = Just (tabledCost faulty sizes == expected)
  where
    sizes = map fromIntegral given
    expected = if length sizes < 2 then 0 else expectedCost sizes 0 (length sizes - 2)
