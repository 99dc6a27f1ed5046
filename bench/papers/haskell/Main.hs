-- | Runs one case under one tool for so many seconds and prints one line about it:
--
-- > papers list
-- > papers ITEM quickcheck|smallcheck|lazysmallcheck SECONDS [csv]
module Main (main) where

import Case
import Control.Concurrent (forkIO, newEmptyMVar, putMVar, takeMVar)
import Control.Exception
import Control.Monad (forM_, unless, void)
import Data.IORef
import Data.List (intercalate, isInfixOf)
import qualified DataFlow
import GHC.Clock (getMonotonicTimeNSec)
import GHC.IO.Handle (hDuplicate, hDuplicateTo)
import qualified Irulan
import Numeric (showFFloat)
import qualified SmartCheck
import System.Directory (getTemporaryDirectory, removeFile)
import System.Environment (getArgs)
import System.Exit (ExitCode, exitFailure)
import System.IO
import System.Timeout (timeout)
import Test.QuickCheck (Args (..), quickCheckWithResult, stdArgs)
import Test.QuickCheck.Random (mkQCGen)
import Test.SmallCheck.Drivers (smallCheckM)
import qualified TypeTargeted

cases :: [Case]
cases = concat [Irulan.cases, TypeTargeted.cases, DataFlow.cases, SmartCheck.cases]

main :: IO ()
main = do
  arguments <- getArgs
  case arguments of
    ["list"] -> mapM_ putStrLn (filter (not . ("::correct::" `isInfixOf`)) (map item cases))
    ["list", "correct"] -> mapM_ putStrLn (filter ("::correct::" `isInfixOf`) (map item cases))
    name : tool : seconds : form
      | [only] <- filter ((== name) . item) cases
      , Just search <- lookup tool tools -> do
          -- If time is up, a tool may still be writing to the file that is its standard output.
          out <- hDuplicate stdout
          outcome <- tried (read seconds) (search only)
          hPutStrLn out (if form == ["csv"] then row name tool outcome else line outcome)
          hFlush out
    _ -> do
      hPutStrLn stderr "papers list | papers ITEM quickcheck|smallcheck|lazysmallcheck SECONDS [csv]"
      exitFailure

-- | What each tool does until it finds something; the text of the counterexample if only the tool knows it.
tools :: [(String, Case -> IO (Maybe String))]
tools = [("quickcheck", quickly), ("smallcheck", smally), ("lazysmallcheck", lazily')]

-- | The standard 100 tests, of sizes 0 to 99, again and again with the seeds 0, 1, 2 and so on.
quickly :: Case -> IO (Maybe String)
quickly this = Nothing <$ go 0
  where
    go seed = do
      _ <- quickCheckWithResult stdArgs {replay = Just (mkQCGen seed, 0), chatty = False} (quick this)
      isDone <- hasFailed
      unless isDone (go (seed + 1))

-- | Depth 0, 1, 2 and so on.
smally :: Case -> IO (Maybe String)
smally this = Nothing <$ go 0
  where
    go d = do
      atDepth d
      _ <- smallCheckM d (small this)
      isDone <- hasFailed
      unless isDone (go (d + 1))

-- | The same. This tool prints its counterexample and ends the process: what it prints goes to a file of its own.
lazily' :: Case -> IO (Maybe String)
lazily' this = do
  directory <- getTemporaryDirectory
  bracket (openTempFile directory "papers.txt") (\(path, file) -> hClose file >> removeFile path) $ \(_, file) -> do
    before <- hDuplicate stdout
    hDuplicateTo file stdout
    -- The end of the process is an exception.
    _ <- try (forM_ [0 ..] (\d -> atDepth d >> lazily this d)) :: IO (Either ExitCode ())
    hFlush stdout
    hDuplicateTo before stdout
    hSeek file AbsoluteSeek 0
    text <- hGetContents file
    _ <- evaluate (length text)
    return (Just (intercalate ", " (drop 1 (dropWhile (/= "Counter example found:") (lines text)))))

hasFailed :: IO Bool
hasFailed = maybe False (const True) . failure <$> readIORef state

-- | What came out, and after how many milliseconds.
data Outcome = Outcome
  { end :: State
  , milliseconds :: Double
  , counterexample :: Maybe String
  }

-- | The search goes on in a thread that ends with the process, as some tools take a clock's exception for a finding.
tried :: Double -> IO (Maybe String) -> IO Outcome
tried seconds search = do
  answer <- newEmptyMVar
  start <- getMonotonicTimeNSec
  void . forkIO $ do
    result <- try search
    now <- getMonotonicTimeNSec
    putMVar answer (result, now)
  result <- timeout (round (seconds * 1000000)) (takeMVar answer)
  now <- getMonotonicTimeNSec
  reached <- readIORef state
  let noted = failure reached >>= \(Failure _ shown) -> shown
      since at = fromIntegral (at - start) / 1000000
  case result of
    Just (Right text, at) -> return (Outcome reached (since at) (maybe noted Just text))
    Just (Left problem, _) -> throwIO (problem :: SomeException)
    Nothing -> return (Outcome reached (since now) noted)

line :: Outcome -> String
line outcome = "{" ++ intercalate ", " (map field pairs) ++ "}"
  where
    field (name, value) = show name ++ ": " ++ value
    pairs =
      [ ("found", maybe "null" quoted (kind outcome))
      , ("executions", show (executions (end outcome)))
      , ("time_ms", time outcome)
      , ("counterexample", maybe "null" quoted (counterexample outcome))
      , ("depth", maybe "null" show (depth (end outcome)))
      ]
    quoted text = "\"" ++ concatMap escaped text ++ "\""
    escaped '"' = "\\\""
    escaped '\\' = "\\\\"
    escaped '\n' = "\\n"
    escaped character = [character]

row :: String -> String -> Outcome -> String
row name tool outcome = intercalate ","
  [ name
  , tool
  , maybe "" id (kind outcome)
  , show (executions (end outcome))
  , time outcome
  , maybe "" show (depth (end outcome))
  , maybe "" (\text -> "\"" ++ concatMap (\c -> if c == '"' then "\"\"" else [c]) text ++ "\"") (counterexample outcome)
  ]

kind :: Outcome -> Maybe String
kind outcome = (\(Failure name _) -> name) <$> failure (end outcome)

time :: Outcome -> String
time outcome = showFFloat (Just 2) (milliseconds outcome) ""
