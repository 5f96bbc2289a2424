-- Lists records of a cluster job's runs, the latest first.
-- KEYS: runs
-- ARGV: the most records to return
return redis.call('ZREVRANGE', KEYS[1], 0, ARGV[1] - 1)
