-- Tells which server this is, and what its clock shows.
-- KEYS: any, not read
-- ARGV: none
-- Returns: {run id, clock in microseconds}
local time = redis.call('TIME')
return {string.match(redis.call('INFO', 'server'), 'run_id:(%w+)'), time[1] * 1000000 + time[2]}
