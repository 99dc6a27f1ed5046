{-# LANGUAGE DeriveGeneric #-}
{-# LANGUAGE FlexibleInstances #-}
{-# LANGUAGE MultiParamTypeClasses #-}

-- | The stack set of the window manager xmonad, of which two papers have an example.
module StackSet (Stack (..), Workspace (..), StackSet (..), stackWindows, windows, isValid) where

import Case ()
import Data.Maybe (mapMaybe)
import qualified Data.Set as Set
import Data.Word (Word8)
import GHC.Generics (Generic)
import Test.LazySmallCheck (cons2, cons3)
import qualified Test.LazySmallCheck as Lazy
import Test.QuickCheck (Arbitrary (..), genericShrink)
import qualified Test.SmallCheck.Series as Small

-- | The windows of a workspace, seen from the one that has the focus: those above and below, the nearest first.
data Stack = Stack {focus :: Word8, up :: [Word8], down :: [Word8]}
  deriving (Eq, Show, Generic)

-- | A workspace with a name, and its windows, if there are any.
data Workspace = Workspace {tag :: Word8, stack :: Maybe Stack}
  deriving (Eq, Show, Generic)

-- | All workspaces: the one with the focus, those that can be seen too, and the others.
data StackSet = StackSet {current :: Workspace, visible :: [Workspace], hidden :: [Workspace]}
  deriving (Eq, Show, Generic)

instance Arbitrary Stack where
  arbitrary = Stack <$> arbitrary <*> arbitrary <*> arbitrary
  shrink = genericShrink
instance Monad m => Small.Serial m Stack
instance Lazy.Serial Stack where series = cons3 Stack

instance Arbitrary Workspace where
  arbitrary = Workspace <$> arbitrary <*> arbitrary
  shrink = genericShrink
instance Monad m => Small.Serial m Workspace
instance Lazy.Serial Workspace where series = cons2 Workspace

instance Arbitrary StackSet where
  arbitrary = StackSet <$> arbitrary <*> arbitrary <*> arbitrary
  shrink = genericShrink
instance Monad m => Small.Serial m StackSet
instance Lazy.Serial StackSet where series = cons3 StackSet

stackWindows :: Stack -> [Word8]
stackWindows s = focus s : up s ++ down s

workspaces :: StackSet -> [Workspace]
workspaces set = current set : visible set ++ hidden set

windows :: StackSet -> [Word8]
windows set = concatMap stackWindows (mapMaybe stack (workspaces set))

-- | Whether no tag and no window is there twice.
isValid :: StackSet -> Bool
isValid set = areDistinct (map tag (workspaces set)) && areDistinct (windows set)

areDistinct :: [Word8] -> Bool
areDistinct = go Set.empty
  where
    go _ [] = True
    go seen (first : rest) = first `Set.notMember` seen && go (Set.insert first seen) rest
