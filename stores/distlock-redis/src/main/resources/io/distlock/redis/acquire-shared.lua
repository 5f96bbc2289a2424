-- Lets one more owner hold a lock together with others, or tells how long it takes until it may.
-- KEYS: lock, queue, holders
-- ARGV: owner, lease in ms, retention in ms, node that asks, for people, permits (0: the lock is shared), their version,
--       and of one who waits: where it hears, or - if that hears nothing, and its ticket, 0 if it has none yet
-- Returns: as acquire; of one that is granted also 1 after the token if a node was woken that may come as well
local lock = value and read(value)
if value and not lock then
  return foreign(KEYS[1])
end
local now, me, lease, retention = clock(), ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local node, permits = ARGV[7], tonumber(ARGV[5])
local together = isTogether(lock)
-- Where the lock is not held together, no entry counts.
local all = others(KEYS[3], me, together and now or math.huge, together and left(KEYS[1], lock) or 0)
if not all then
  return foreign(KEYS[3])
end
if lock and (isWithdrawn(lock, me) or lock.owner == me) or together and all.beside['!left'] == me then
  return {2}
end
local ending, granted = string.match(together and all.own or '', '^(%d+) (%d+)')
if ending and tonumber(ending) > now then
  return tonumber(granted)
end

-- The permits of the highest version that was brought in the last minute.
local brought
if permits > 0 then
  local number, version, till = string.match(all.beside['!permits'] or '', '^(%d+) (%d+) (%d+)$')
  if number and tonumber(version) > tonumber(ARGV[6]) and tonumber(till) > now then
    permits = tonumber(number)
    if remaining(till, now, 60000) == 0 then
      -- The server's clock was set back.
      brought = number .. ' ' .. version .. ' ' .. string.format('%.0f', now + 60000)
    end
  else
    brought = ARGV[5] .. ' ' .. ARGV[6] .. ' ' .. string.format('%.0f', now + 60000)
  end
end

-- For how long there is no room.
local function busy()
  if lock and lock.held and not together then
    return left(KEYS[1], lock)
  end
  local ms, woken = 0, nil
  if lock then
    ms, woken = kept(lock, now)
  end
  local reserved = ms > 0 and woken ~= node
  if not together then
    return reserved and ms or 0
  end
  if ARGV[5] == '0' then
    return (all.count > 0 and writerWaits(lock, now)) and all.last - now or 0
  end
  if all.count >= permits then
    return (all.first or now) - now
  end
  return (reserved and all.count + 1 >= permits) and ms or 0
end

local ms = busy()
if ms > 0 then
  ms = math.ceil(ms)
  if brought then
    -- That a server without memory does not keep the number is no reason to fail: the next request brings it as well.
    local noted = redis.pcall('HSET', KEYS[3], '!permits', brought)
    if type(noted) == 'table' and not string.find(noted.err, 'OOM', 1, true) then
      return noted
    end
    redis.call('PEXPIRE', KEYS[3], math.max(redis.call('PTTL', KEYS[3]), lease + retention))
  end
  if not node then
    return {0, ms}
  end
  if not waits(lock.marks) then
    local marked = redis.pcall('SET', KEYS[1], text(lock, 'w' .. string.sub(lock.marks, 2)), 'KEEPTTL')
    if marked.err and not string.find(marked.err, 'OOM', 1, true) then
      return marked
    end
  end
  if node == '-' then
    return {0, ms}
  end
  return {0, ms, stand(KEYS[2], node, ARGV[8], now)}
end

if not lock then
  local first = string.format('%016.0f', now * 1000)
  lock = {last = first, since = first, marks = '-'}
elseif lock.held and not (together and (all.own or all.lost or all.count > 0)) then
  -- The lease that ran out was not released, whichever token it had; nor were those of a hash that was forgotten.
  lock.since = string.format('%016.0f', lock.last + 1)
end
forget(KEYS[3], lock, all)
-- Those who share a lock have the last token that was granted, or the first one of a new row; a permit has one of its own.
local token = lock.last
if ARGV[5] ~= '0' then
  token = string.format('%016.0f', math.max(lock.last + 1, lock.since, math.floor(now * 1000)))
elseif all.count == 0 and lock.since > token then
  token = lock.since
end
lock.last, lock.retention, lock.holder = token, retention, ARGV[4]
local entry = string.format('%.0f', now + lease) .. ' ' .. token .. ' ' .. ARGV[4]
if brought then
  redis.call('HSET', KEYS[3], me, entry, '!permits', brought)
else
  redis.call('HSET', KEYS[3], me, entry)
end
local waiting = waits(lock.marks)
if node then
  redis.call('ZREM', KEYS[2], node)
  waiting = redis.call('EXISTS', KEYS[2]) == 1
end
-- There may be room for the next one as well.
local next = waiting and (ARGV[5] == '0' or all.count + 1 < permits) and wake(token)
local keep_for = (ARGV[5] ~= '0') and keptFor(next, now) or ''
keep(KEYS[1], KEYS[3], lock, marks(waiting, keep_for, lock.marks, now), math.max(all.last, now + lease), now)
return next and {tonumber(token), 1} or tonumber(token)
