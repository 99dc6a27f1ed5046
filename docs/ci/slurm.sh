#!/bin/sh
# A sweep of the workspace as an array of three tasks: `sbatch docs/ci/slurm.sh` in the checkout, which all machines see.
# When all tasks are done: cargo explore merge shards/* --format html --output explore.html
#SBATCH --job-name=explore
#SBATCH --array=1-3
#SBATCH --cpus-per-task=4
#SBATCH --time=01:15:00
set -eu
shard=$SLURM_ARRAY_TASK_ID
cargo explore sweep --workspace --shard "$shard/$SLURM_ARRAY_TASK_COUNT" --total-time 60m \
    --target-dir "target/$shard" --sweep-dir "shards/$shard" || [ $? -eq 100 ]
