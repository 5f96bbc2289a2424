-- Those who hold a lock together. While they do, the record of the lock says that ~ holds it, until the last of them ends.
-- Their own entries are the fields of a hash: <end, the server's clock in ms> <token> <node>. Beside them:
--   !left     the owner that left last
--   !permits  <number> <version> <until>, what counts of what nodes have configured

-- Reads the hash once: the entry of an owner, and of the others how many have a lease that runs, the first end of those
-- and the last, and whose leases have ended, with the greatest token of those; what stands beside them.
-- Returns nil if an entry is none of an owner.
-- most: what is left of the record in ms. No lease ends later, unless the server's clock was set back: then it ends with it.
local function others(holders, owner, now, most)
  local found = {count = 0, last = 0, ended = {}, beside = {}}
  local entries = redis.call('HGETALL', holders)
  for n = 1, #entries, 2 do
    local field, entry = entries[n], entries[n + 1]
    local beside = string.sub(field, 1, 1) == '!'
    local ending, token = string.match(entry, '^(%d+) ([0-8]%d+) ')
    if not beside and (not token or #token ~= 16) then
      return nil
    end
    ending = tonumber(ending)
    if not beside and ending - now > most + 1000 then
      ending = now + most
      -- That a server without memory does not keep it is no reason to fail: the next request finds the same.
      redis.pcall('HSET', holders, field, string.format('%.0f', ending) .. string.match(entry, ' .*'))
    end
    if beside then
      found.beside[field] = entry
    elseif field == owner then
      found.own = entry
    elseif ending > now then
      found.count = found.count + 1
      found.first = math.min(found.first or ending, ending)
      found.last = math.max(found.last, ending)
    elseif #found.ended < 1000 then
      found.ended[#found.ended + 1] = field
      found.lost = (found.lost and found.lost > token) and found.lost or token
    end
  end
  return found
end

-- Forgets those whose leases have ended, and other fields. Behind a lease that was lost a new row of releases begins.
local function forget(holders, lock, all, ...)
  local fields = {...}
  if all.lost and lock.since <= all.lost then
    lock.since = string.format('%016.0f', all.lost + 1)
  end
  for _, field in ipairs(all.ended) do
    fields[#fields + 1] = field
  end
  if #fields > 0 then
    redis.call('HDEL', holders, unpack(fields))
  end
end

-- A permit is kept for the node that was woken.
local function keptFor(node, now)
  return node and ';>' .. string.format('%.0f', now + 50) .. '@' .. node or ''
end

-- Writes the record of a lock that is held together until some time.
local function keep(key, holders, lock, marks, ending, now)
  lock.held, lock.owner, lock.lease = true, TOGETHER, string.format('%.0f', math.max(1, math.ceil(ending - now)))
  local ttl = lock.lease + lock.retention
  redis.call('SET', key, text(lock, marks), 'PX', ttl)
  redis.call('PEXPIRE', holders, ttl)
end

-- An owner waits that must have the lock alone.
local function writerWaits(lock, now)
  return remaining(string.match(lock.marks, ';%?(%d+)'), now, 5000) > 0
end
