-- KEYS: job, runs
-- ARGV: see write
-- Returns: see write
return write(KEYS[1], KEYS[2], ARGV)
