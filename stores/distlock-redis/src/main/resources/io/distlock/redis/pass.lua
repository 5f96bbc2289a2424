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
local now = clock()
local all = isTogether(lock) and others(KEYS[3], '', now)
local node = all and waits(lock.marks) and hasRoom(lock, all, now) and wake(lock.last)
if not node then
  return {0}
end
local kept_for = all.beside['!permits'] and keptFor(node, now) or ''
local waiting = redis.call('EXISTS', KEYS[2]) == 1
redis.call('SET', KEYS[1], text(lock, marks(waiting, kept_for, lock.marks, now)), 'KEEPTTL')
return {tonumber(lock.last)}
