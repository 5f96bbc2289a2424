-- Takes an owner from those who hold a lock together, frees the lock after the last of them, and wakes one who waits;
-- otherwise withdraws the owner's attempt, which may still be on its way.
-- KEYS: lock, queue, holders
-- ARGV: owner, last token of the lease (0: not known), times (see free)
-- Returns: as release
local lock = value and read(value)
if value and not lock then
  return foreign(KEYS[1])
end
local me, used, times, now = ARGV[1], ARGV[2], ARGV[3], clock()
local all = isTogether(lock) and others(KEYS[3], me, now, left(KEYS[1], lock))
if isTogether(lock) and not all then
  return foreign(KEYS[3])
end
if all and all.own then
  if all.count == 0 then
    lock.owner = me
    forget(KEYS[3], lock, all, me, '!left')
    return free(lock, lock.last, times) or 1
  end
  redis.call('HDEL', KEYS[3], me)
  redis.call('HSET', KEYS[3], '!left', me)
  local waiting, stand = waits(lock.marks), standing(lock.marks)
  local node = waiting and all.beside['!permits'] and wake(lock.last)
  if node then
    stand = keptFor(node, now)
  end
  keep(KEYS[1], KEYS[3], lock, marks(waiting, stand, lock.marks, now), all.last, now)
  return node and tonumber(lock.last) or 1
end
if lock and (lock.owner == me or wasReleased(lock, used)) or all and all.beside['!left'] == me then
  return 1
end
withdraw(KEYS[1], lock, me, times, now)
return 0
