-- One more owner may come beside those who hold the lock together.
local function hasRoom(lock, all, now)
  local permits = string.match(all.beside['!permits'] or '', '^%d+')
  if permits then
    return all.count < tonumber(permits)
  end
  return not writerWaits(lock, now)
end

-- Wakes the next node where those who hold the lock together leave room for it.
-- Returns: the last token if a node was woken, else 0
local function wakeBeside(lock)
  local now = clock()
  local all = others(KEYS[3], '', now, left(KEYS[1], lock))
  local node = all and waits(lock.marks) and hasRoom(lock, all, now) and wake(lock.last)
  if not node then
    return 0
  end
  local kept_for = all.beside['!permits'] and keptFor(node, now) or ''
  local waiting = redis.call('EXISTS', KEYS[2]) == 1
  redis.call('SET', KEYS[1], text(lock, marks(waiting, kept_for, lock.marks, now)), 'KEEPTTL')
  return tonumber(lock.last)
end
