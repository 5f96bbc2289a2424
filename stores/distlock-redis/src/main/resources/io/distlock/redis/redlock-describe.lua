-- Tells what is stored of a lock, for people.
-- KEYS: lock, waiters
-- Returns: {value, ms left, whether another node waits}, the value empty if it is free
local found = redis.pcall('GET', KEYS[1])
return {type(found) == 'string' and found or '', redis.call('PTTL', KEYS[1]), redis.call('EXISTS', KEYS[2])}
