{-# LANGUAGE ConstraintKinds #-}
{-# LANGUAGE FlexibleContexts #-}
{-# LANGUAGE MultiParamTypeClasses #-}
{-# OPTIONS_GHC -Wno-orphans #-}

-- | What one case is, for each of the three tools: a function that answers `Nothing` of arguments it does not speak of.
-- Every call is counted and judged here, so that the tools differ in what they call alone. The counts of QuickCheck
-- include what was discarded and tried in shrinking, those of Lazy SmallCheck the arguments that were not defined enough.
module Case
  ( Case (..), Tools, Failure (..), State (..), state, atDepth
  , case1, case2, case3, versions
  , tree, naturals
  , unlimited, addSaturating, timesSaturating, divideWrapping
  ) where

import Control.Exception
import Data.IORef
import Data.Int (Int16)
import Data.List (isPrefixOf)
import Data.Word (Word16, Word32, Word8)
import System.IO.Unsafe (unsafePerformIO)
import Test.LazySmallCheck (drawnFrom)
import qualified Test.LazySmallCheck as Lazy
import qualified Test.QuickCheck as Quick
import qualified Test.SmallCheck as Small
import qualified Test.SmallCheck.Series as Small

-- | A case for each tool.
data Case = Case
  { item :: String -- ^ The path of the same function in the crate.
  , quick :: Quick.Property
  , small :: Small.Property IO
  , lazily :: Int -> IO () -- ^ At a depth.
  }

-- | What the tools ask of an argument.
type Tools a = (Show a, Quick.Arbitrary a, Small.Serial IO a, Lazy.Serial a)

-- | A failing call: "property" or "panic", and the arguments if they are known to be defined.
data Failure = Failure String (Maybe String)

-- | What happened so far.
data State = State
  { executions :: !Int
  , depth :: !(Maybe Int)
  , failure :: Maybe Failure -- ^ The last one, which in shrinking is the smallest.
  }

-- | The one state of the process, which a clock reads if the time is up.
state :: IORef State
state = unsafePerformIO (newIORef (State 0 Nothing Nothing))
{-# NOINLINE state #-}

-- | Says how deep the search is.
atDepth :: Int -> IO ()
atDepth d = modifyIORef' state (\s -> s {depth = Just d})

-- | Counts one call and notes whether it failed. A hole of Lazy SmallCheck and what comes from outside go on as they are.
judged :: Maybe String -> Maybe Bool -> IO (Maybe Bool)
judged shown answer = do
  modifyIORef' state (\s -> s {executions = executions s + 1})
  result <- try (evaluate (maybe Nothing (\holds -> holds `seq` Just holds) answer))
  case result of
    Right (Just False) -> failed "property"
    Right other -> return other
    Left exception
      | Just (SomeAsyncException _) <- fromException exception -> throwIO exception
      | Just (ErrorCall message) <- fromException exception, "\0" `isPrefixOf` message -> throwIO exception
      | otherwise -> failed "panic"
  where
    failed kind = do
      modifyIORef' state (\s -> s {failure = Just (Failure kind shown)})
      return (Just False)

quickly :: Show a => a -> Maybe Bool -> Quick.Property
quickly arguments answer = Quick.ioProperty (said <$> judged (Just (show arguments)) answer)
  where
    said Nothing = False Quick.==> True
    said (Just holds) = Quick.property holds

smally :: String -> Maybe Bool -> Small.Property IO
smally shown answer = Small.monadic ((/= Just False) <$> judged (Just shown) answer)

lazy :: Maybe Bool -> Bool
lazy answer = unsafePerformIO ((/= Just False) <$> judged Nothing answer)
{-# NOINLINE lazy #-}

-- | A function of one argument.
case1 :: Tools a => String -> (a -> Maybe Bool) -> Case
case1 name f = Case
  { item = name
  , quick = Quick.property (\a -> quickly a (f a))
  , small = Small.forAll (\a -> smally (show a) (f a))
  , lazily = \d -> Lazy.depthCheck d (\a -> lazy (f a))
  }

-- | A function of two.
case2 :: (Tools a, Tools b) => String -> (a -> b -> Maybe Bool) -> Case
case2 name f = Case
  { item = name
  , quick = Quick.property (\(a, b) -> quickly (a, b) (f a b))
  , small = Small.forAll (\a b -> smally (show (a, b)) (f a b))
  , lazily = \d -> Lazy.depthCheck d (\a b -> lazy (f a b))
  }

-- | A function of three.
case3 :: (Tools a, Tools b, Tools c) => String -> (a -> b -> c -> Maybe Bool) -> Case
case3 name f = Case
  { item = name
  , quick = Quick.property (\(a, b, c) -> quickly (a, b, c) (f a b c))
  , small = Small.forAll (\a b c -> smally (show (a, b, c)) (f a b c))
  , lazily = \d -> Lazy.depthCheck d (\a b c -> lazy (f a b c))
  }

-- | The faulty version of a function and the correct one, which is there to show that it is translated well.
versions :: (String -> f -> Case) -> String -> String -> (Bool -> f) -> [Case]
versions make path name f =
  [make (path ++ "::faulty::" ++ name) (f True), make (path ++ "::correct::" ++ name) (f False)]

-- | A tree as the manual of QuickCheck makes one: an end or a node, of half the size.
tree :: [Quick.Gen a] -> [Quick.Gen a -> Quick.Gen a] -> Quick.Gen a
tree ends nodes = Quick.sized go
  where
    go 0 = Quick.oneof ends
    go size = Quick.oneof (ends ++ map ($ go (size `div` 2)) nodes)

-- | Natural numbers of Lazy SmallCheck, as SmallCheck has them.
naturals :: Num a => Int -> Lazy.Cons a
naturals d = drawnFrom (map fromIntegral [0 .. d])

instance Lazy.Serial Word8 where series = naturals
instance Lazy.Serial Word16 where series = naturals
instance Lazy.Serial Word32 where series = naturals
instance Lazy.Serial Int16 where series d = drawnFrom (map fromIntegral [negate d .. d])

-- | Below and above all keys.
unlimited :: (Integer, Integer)
unlimited = (negate (2 ^ (127 :: Int)), 2 ^ (127 :: Int))

addSaturating :: Word32 -> Word32 -> Word32
addSaturating a b = if a > maxBound - b then maxBound else a + b

timesSaturating :: Word32 -> Word32 -> Word32
timesSaturating factor a = if a > maxBound `div` factor then maxBound else factor * a

-- | Division that does not fail of the least integer and -1.
divideWrapping :: Int -> Int -> Int
divideWrapping a (-1) = negate a
divideWrapping a b = a `quot` b
