-- Tells what is stored of a lock, for people.
-- KEYS: lock, waiters
-- Returns: {value, ms left, whether somebody waits}, the value empty if it is free
return {redis.call('GET', KEYS[1]) or '', redis.call('PTTL', KEYS[1]), redis.call('EXISTS', KEYS[2])}
