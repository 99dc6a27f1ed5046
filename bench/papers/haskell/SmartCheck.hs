{-# LANGUAGE DeriveGeneric #-}
{-# LANGUAGE FlexibleInstances #-}
{-# LANGUAGE LambdaCase #-}
{-# LANGUAGE MultiParamTypeClasses #-}

-- | The examples of the SmartCheck paper, as in the crate `smartcheck`.
module SmartCheck (cases) where

import Case
import Data.Int (Int16)
import Data.List (sort)
import Data.Word (Word8)
import GHC.Generics (Generic)
import StackSet
import Test.LazySmallCheck (cons0, cons1, cons2, cons3, cons5, (\/))
import qualified Test.LazySmallCheck as Lazy
import Test.QuickCheck (Arbitrary (..), genericShrink, oneof)
import qualified Test.SmallCheck.Series as Small
import Text.Read (readMaybe)

cases :: [Case]
cases = concat
  [ versions case1 "smartcheck::lists" "prop_small_sums" smallSums
  , versions case1 "smartcheck::reverse" "prop_reverse" reverses
  , versions case1 "smartcheck::calculator" "prop_has_value" hasValue
  , versions case1 "smartcheck::heap" "prop_lists_in_order" listsInOrder
  , versions case1 "smartcheck::parser" "prop_parse" survives
  , versions case2 "smartcheck::stack_set" "prop_delete" takesOut
  ]

-- lists

data Lists = Lists [Int16] [Int16] [Int16] [Int16] [Int16]
  deriving (Show, Generic)

instance Arbitrary Lists where
  arbitrary = Lists <$> arbitrary <*> arbitrary <*> arbitrary <*> arbitrary <*> arbitrary
  shrink = genericShrink
instance Monad m => Small.Serial m Lists
instance Lazy.Serial Lists where series = cons5 Lists

smallSums :: Bool -> Lists -> Maybe Bool
smallSums faulty (Lists a b c d e)
  | any ((>= 256) . total) [a, b, c, d, e] = Nothing
  | otherwise = Just (total (concat [a, b, c, d, e]) < 5 * 256)
  where
    total :: [Int16] -> Int
    total numbers = if faulty then fromIntegral (sum numbers) else sum (map fromIntegral numbers)

-- reverse

reverses :: Bool -> [Int] -> Maybe Bool
reverses faulty list = Just ((if faulty then reverse list else reverse (reverse list)) == list)

-- calculator

data Calculation = Constant Int | Plus Calculation Calculation | Over Calculation Calculation
  deriving (Show, Generic)

instance Arbitrary Calculation where
  arbitrary = tree
    [Constant <$> arbitrary]
    [\below -> Plus <$> below <*> below, \below -> Over <$> below <*> below]
  shrink = genericShrink
instance Monad m => Small.Serial m Calculation
instance Lazy.Serial Calculation where series = cons1 Constant \/ cons2 Plus \/ cons2 Over

value :: Calculation -> Maybe Int
value (Constant number) = Just number
value (Plus left right) = (+) <$> value left <*> value right
value (Over left right) = do
  dividend <- value left
  divisor <- value right
  if divisor /= 0 then Just (dividend `divideWrapping` divisor) else Nothing

dividesWell :: Bool -> Calculation -> Bool
dividesWell _ (Constant _) = True
dividesWell faulty (Plus left right) = dividesWell faulty left && dividesWell faulty right
dividesWell faulty (Over left right) = not isZero && dividesWell faulty left && dividesWell faulty right
  where
    isZero
      | faulty = case right of
          Constant 0 -> True
          _ -> False
      | otherwise = value right == Just 0

-- | There is a value only if it was computed, as in a language that is not lazy.
hasValue :: Bool -> Calculation -> Maybe Bool
hasValue faulty calculation
  | dividesWell faulty calculation = Just (maybe False (`seq` True) (value calculation))
  | otherwise = Nothing

-- heap

data Heap = Nil | Node Int Heap Heap
  deriving (Show, Generic)

instance Arbitrary Heap where
  arbitrary = tree [pure Nil] [\below -> Node <$> arbitrary <*> below <*> below]
  shrink = genericShrink
instance Monad m => Small.Serial m Heap
instance Lazy.Serial Heap where series = cons0 Nil \/ cons3 Node

isHeap :: Heap -> Bool
isHeap Nil = True
isHeap (Node top left right) = isBelow left && isBelow right && isHeap left && isHeap right
  where
    isBelow Nil = True
    isBelow (Node below _ _) = top <= below

elements :: Heap -> [Int]
elements Nil = []
elements (Node top left right) = top : elements left ++ elements right

merged :: Heap -> Heap -> Heap
merged heap Nil = heap
merged Nil heap = heap
merged left@(Node l inner outer) right@(Node r first second)
  | l <= r = Node l (merged outer right) inner
  | otherwise = Node r (merged second left) first

sorted :: Bool -> Heap -> [Int]
sorted _ Nil = []
sorted faulty (Node top left right) = top : (if faulty then elements rest else sorted faulty rest)
  where
    rest = merged left right

listsInOrder :: Bool -> Heap -> Maybe Bool
listsInOrder faulty heap
  | isHeap heap = Just (sorted faulty heap == sort (elements heap))
  | otherwise = Nothing

-- parser

data Program = Program [Module] [Function]
  deriving (Eq, Show, Generic)

data Module = Module [Name] [Name]
  deriving (Eq, Show, Generic)

data Function = Function Name [Expression] [Statement]
  deriving (Eq, Show, Generic)

newtype Name = Name Word8
  deriving (Eq, Show, Generic)

data Statement = Assign Name Expression | Allocate Name Expression | Return Expression
  deriving (Eq, Show, Generic)

data Expression
  = Int Int
  | Bool Bool
  | Add Expression Expression
  | Subtract Expression Expression
  | Multiply Expression Expression
  | Divide Expression Expression
  | Not Expression
  | And Expression Expression
  | Or Expression Expression
  deriving (Eq, Show, Generic)

instance Arbitrary Program where
  arbitrary = Program <$> arbitrary <*> arbitrary
  shrink = genericShrink
instance Monad m => Small.Serial m Program
instance Lazy.Serial Program where series = cons2 Program

instance Arbitrary Module where
  arbitrary = Module <$> arbitrary <*> arbitrary
  shrink = genericShrink
instance Monad m => Small.Serial m Module
instance Lazy.Serial Module where series = cons2 Module

instance Arbitrary Function where
  arbitrary = Function <$> arbitrary <*> arbitrary <*> arbitrary
  shrink = genericShrink
instance Monad m => Small.Serial m Function
instance Lazy.Serial Function where series = cons3 Function

instance Arbitrary Name where
  arbitrary = Name <$> arbitrary
  shrink = genericShrink
instance Monad m => Small.Serial m Name
instance Lazy.Serial Name where series = cons1 Name

instance Arbitrary Statement where
  arbitrary =
    oneof [Assign <$> arbitrary <*> arbitrary, Allocate <$> arbitrary <*> arbitrary, Return <$> arbitrary]
  shrink = genericShrink
instance Monad m => Small.Serial m Statement
instance Lazy.Serial Statement where series = cons2 Assign \/ cons2 Allocate \/ cons1 Return

instance Arbitrary Expression where
  arbitrary = tree
    [Int <$> arbitrary, Bool <$> arbitrary]
    ((\below -> Not <$> below) : [\below -> make <$> below <*> below | make <- binary])
    where
      binary = [Add, Subtract, Multiply, Divide, And, Or]
  shrink = genericShrink
instance Monad m => Small.Serial m Expression
instance Lazy.Serial Expression where
  series =
    cons1 Int \/ cons1 Bool \/ cons2 Add \/ cons2 Subtract \/ cons2 Multiply \/ cons2 Divide \/ cons1 Not \/ cons2 And
      \/ cons2 Or

-- | Every word is followed by a space.
printed :: Program -> String
printed (Program modules functions) = concatMap ofModule modules ++ concatMap ofFunction functions
  where
    ofModule (Module imports exports) = "module " ++ braced ofName imports ++ braced ofName exports
    ofFunction (Function name arguments statements) =
      "function " ++ ofName name ++ braced ofExpression arguments ++ braced ofStatement statements
    ofName (Name number) = "v" ++ show number ++ " "
    braced part parts = "{ " ++ concatMap part parts ++ "} "
    ofStatement (Assign name expression) = "set " ++ ofName name ++ ofExpression expression
    ofStatement (Allocate name expression) = "let " ++ ofName name ++ ofExpression expression
    ofStatement (Return expression) = "return " ++ ofExpression expression
    ofExpression (Int number) = show number ++ " "
    ofExpression (Bool truth) = (if truth then "true" else "false") ++ " "
    ofExpression (Add left right) = infixed left "+" right
    ofExpression (Subtract left right) = infixed left "-" right
    ofExpression (Multiply left right) = infixed left "*" right
    ofExpression (Divide left right) = infixed left "/" right
    ofExpression (Not expression) = "! " ++ ofExpression expression
    ofExpression (And left right) = infixed left "&&" right
    ofExpression (Or left right) = infixed left "||" right
    infixed left operator right = "( " ++ ofExpression left ++ operator ++ " " ++ ofExpression right ++ ") "

-- | What takes words from the front, or fails.
newtype Parser a = Parser {parse :: [String] -> Maybe (a, [String])}

instance Functor Parser where fmap f parser = parser >>= pure . f
instance Applicative Parser where
  pure result = Parser (\rest -> Just (result, rest))
  first <*> second = first >>= (<$> second)
instance Monad Parser where first >>= next = Parser (\text -> parse first text >>= \(result, rest) -> parse (next result) rest)

failing :: Parser a
failing = Parser (const Nothing)

word :: Parser String
word = Parser (\case [] -> Nothing; first : rest -> Just (first, rest))

peeked :: Parser String
peeked = Parser (\text -> (\(first, _) -> (first, text)) <$> parse word text)

expect :: String -> Parser ()
expect wanted = word >>= \found -> if found == wanted then pure () else failing

readable :: Read a => String -> Parser a
readable = maybe failing pure . readMaybe

block :: Parser a -> Parser [a]
block part = expect "{" *> parts
  where
    parts = peeked >>= \next -> if next == "}" then [] <$ word else (:) <$> part <*> parts

program :: Bool -> [String] -> Maybe Program
program faulty = go [] []
  where
    go modules functions [] = Just (Program (reverse modules) (reverse functions))
    go modules functions ("module" : rest) =
      parse (Module <$> block name <*> block name) rest >>= \(found, after) -> go (found : modules) functions after
    go modules functions ("function" : rest) =
      parse (Function <$> name <*> block expression <*> block statement) rest
        >>= \(found, after) -> go modules (found : functions) after
    go _ _ _ = Nothing
    name = word >>= \case 'v' : digits -> Name <$> readable digits; _ -> failing
    statement = word >>= \case
      "set" -> Assign <$> name <*> expression
      "let" -> Allocate <$> name <*> expression
      "return" -> Return <$> expression
      _ -> failing
    expression = word >>= \case
      "true" -> pure (Bool True)
      "false" -> pure (Bool False)
      "!" -> Not <$> expression
      "(" -> do
        left <- expression
        operator <- word
        right <- expression
        expect ")"
        case operator of
          "+" -> pure (Add left right)
          "-" -> pure (Subtract left right)
          "*" -> pure (Multiply left right)
          "/" -> pure (Divide left right)
          "&&" -> pure (And left right)
          "||" -> pure (if faulty then Or right left else Or left right)
          _ -> failing
      digits -> Int <$> readable digits

survives :: Bool -> Program -> Maybe Bool
survives faulty whole = Just (program faulty (words (printed whole)) == Just whole)

-- stack_set

filtered :: (Word8 -> Bool) -> Stack -> Maybe Stack
filtered keeps s
  | keeps (focus s) = Just (Stack (focus s) above below)
  | next : rest <- below = Just (Stack next above rest)
  | next : rest <- above = Just (Stack next rest below)
  | otherwise = Nothing
  where
    (above, below) = (filter keeps (up s), filter keeps (down s))

takesOut :: Bool -> Word8 -> StackSet -> Maybe Bool
takesOut faulty window set
  | isValid set = Just (all (/= window) (windows after))
  | otherwise = Nothing
  where
    after = StackSet (changed (current set)) (map changed (visible set)) (map changed (hidden set))
    changed (Workspace name windowsOf) = Workspace name (windowsOf >>= filtered (\other -> (other /= window) /= faulty))
