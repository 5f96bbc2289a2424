-- Wakes the next node where the one that was woken has not come.
-- KEYS: lock, queue, holders
-- ARGV: last token under which that one was woken, times (see free)
-- Returns: {the last token if a node was woken, else 0}
local value = redis.call('GET', KEYS[1])
local lock = value and read(value)
if not lock or lock.last ~= ARGV[1] then
  return {0}
end
if not lock.held then
  return {free(lock, lock.last, ARGV[2]) or 0}
end
return {isTogether(lock) and wakeBeside(lock) or 0}
