-- Wakes the node that has waited longest. One that has gone is passed over, where the server knows that it has.
-- Returns: the node, or nil if none waits
local function wake(last)
  while true do
    local node = redis.call('ZPOPMIN', KEYS[2])[1]
    if not node then
      return nil
    end
    -- What follows a slash tells two who wait on one node apart.
    local how, channel = string.match(node, '^(.)([^/]*)')
    local heard = redis.pcall('PUBLISH', channel, KEYS[1] .. ' ' .. last)
    -- A cluster does not tell who has heard a message that goes to all its servers.
    if how == 'c' or heard ~= 0 then
      return node
    end
  end
end

-- Frees the lock, and wakes the first of those who wait.
-- last: the last token that was used
-- times: how long an attempt may be on its way, for how long the lock is kept for the node that is woken (0: it is not),
--        how long a record is kept of a key that was in use for less than ten minutes, and how long of any other, in ms
-- Returns: the last token if a node was woken, else nil
local function free(lock, last, times)
  local node = waits(lock.marks) and wake(last) or nil
  local now, grace = clock(), tonumber(string.match(times, ' (%d+) '))
  local mark = (node and grace > 0) and ';>' .. string.format('%.0f', now + grace) .. '@' .. node or ''
  local waiting = node and redis.call('EXISTS', KEYS[2]) == 1
  lock.held, lock.last = false, last
  local value = text(lock, marks(waiting, mark, lock.marks, now))
  local keep = retention(lock, times)
  if redis.pcall('SET', KEYS[1], value, 'PX', keep).err then
    -- A server without memory allows a write that needs none, and the others then too.
    redis.call('PEXPIRE', KEYS[1], keep)
    redis.call('SET', KEYS[1], value, 'KEEPTTL')
  end
  return node and tonumber(last)
end
