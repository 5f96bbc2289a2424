-- Reads the record of a lock:
--   free  <last token> <since> =<owner that released it>[ <marks>]
--   held  <last token> <since> <owner> <marks> <lease in ms> <retention in ms> <holder>
-- The tokens have 16 digits, and the first is less than 9, so that each is a number to the last digit: it is until the
-- year 2255. The time to live of a held one is what is left of the lease and the retention.
-- The marks are -, or w if other nodes wait, followed by any of
--   ;><until>@<node>   the lock is kept for the node that was woken
--   ;?<until>@<node>   an owner waits that must have the lock alone, while others hold it together (see holders)
--   ;!<owner>@<until>  the attempt was withdrawn, and must not be granted if it comes late
-- where until is the server's clock in ms.
local function read(value)
  local last, since, owner, rest = string.match(value, '^([0-8]%d+) ([0-8]%d+) (%S+)(.*)$')
  if not owner or #last ~= 16 or #since ~= 16 then
    return nil
  end
  local lock = {last = last, since = since}
  lock.marks, lock.lease, lock.retention, lock.holder = string.match(rest, '^ (%S+) (%d+) (%d+) (.*)$')
  lock.held = lock.lease ~= nil
  -- With more digits, their sum would be no integer for PEXPIRE.
  if lock.held and math.max(#lock.lease, #lock.retention) > 15 then
    return nil
  end
  if lock.held then
    lock.owner = owner
  elseif string.sub(owner, 1, 1) == '=' then
    lock.owner = string.sub(owner, 2)
    lock.marks = string.match(rest, '^ (%S+)$') or '-'
  else
    return nil
  end
  return lock
end

-- The record of a lock that several owners hold together names this one, until the last of them ends.
local TOGETHER = '~'

local function isTogether(lock)
  return lock and lock.held and lock.owner == TOGETHER
end

local function foreign(key)
  return redis.error_reply('WRONGTYPE ' .. key .. ' holds something that is no lock of this version')
end

-- The server's clock in ms, to the microsecond.
local function clock()
  local time = redis.call('TIME')
  return time[1] * 1000 + time[2] / 1000
end

-- What is left of a lease in ms, at most zero if it has ended.
local function left(key, lock)
  local ttl, lease, retention = redis.call('PTTL', key), tonumber(lock.lease), tonumber(lock.retention)
  if ttl < 0 or ttl > lease + retention then
    -- The time to live was removed, or the server's clock set back.
    redis.call('PEXPIRE', key, lease + retention)
    return lease
  end
  return ttl - retention
end

-- Other nodes wait.
local function waits(marks)
  return string.sub(marks, 1, 1) == 'w'
end

-- The marks of a lock: those that are set now, and what was withdrawn, without that whose time has passed.
local function marks(waiting, set, old, now)
  local all = (waiting and 'w' or '-') .. set
  for owner, till in string.gmatch(old, ';!([^;@]+)@(%d+)') do
    local mark = ';!' .. owner .. '@'
    if tonumber(till) > now and not string.find(all, mark, 1, true) then
      all = all .. mark .. till
    end
  end
  return all
end

-- The marks that say for whom the lock is kept, and that a writer waits.
local function standing(marks)
  return (string.match(marks, ';>[^;]+') or '') .. (string.match(marks, ';%?[^;]+') or '')
end

local function isWithdrawn(lock, owner)
  return string.find(lock.marks, ';!' .. owner .. '@', 1, true) ~= nil
end

-- For how long in ms the record of a free lock is kept. Most keys that were in use for less than ten minutes are never used
-- again, and are kept for ten minutes at most.
-- times: see free
local function retention(lock, times)
  local short, long = string.match(times, '(%d+) (%d+)$')
  return (lock.last - lock.since < 600000000) and short or long
end

-- For how long in ms a mark still says something. One that says so for longer than it can was left before the server's clock
-- was set back, and says nothing any more.
local function remaining(till, now, most)
  local ms = till and till - now or 0
  return (ms <= most + 1000) and ms or 0
end

-- For how long in ms a free lock is kept for a node, and for which.
local function kept(lock, now)
  local till, node = string.match(lock.marks, ';>(%d+)@([^;]+)')
  return remaining(till, now, 50), node
end

local function text(lock, marks)
  if lock.held then
    return lock.last .. ' ' .. lock.since .. ' ' .. lock.owner .. ' ' .. marks .. ' ' .. lock.lease .. ' ' .. lock.retention
      .. ' ' .. lock.holder
  end
  return lock.last .. ' ' .. lock.since .. ' =' .. lock.owner .. ((marks ~= '-') and ' ' .. marks or '')
end
