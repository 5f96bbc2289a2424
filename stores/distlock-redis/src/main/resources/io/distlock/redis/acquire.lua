-- Grants a lock, or tells how long it takes until it may be free.
-- KEYS: lock, and of one who waits: queue
-- ARGV: owner, tokens less one, time to live in ms, lease and retention in ms and holder,
--       and of one who waits: its node, or - if that hears nothing, and its ticket, 0 if it has none yet
-- Returns: the last token, granted; {0, ms left} busy, and in the queue also {0, ms left, ticket, how many are before}, and of
--          one who waits 1 after these if others hold it together;
--          {2} the attempt has ended before it came
local lock = read(value)
if not lock then
  return foreign(KEYS[1])
end
local key, me, node = KEYS[1], ARGV[1], ARGV[5]
if lock.owner == me then
  if not lock.held then
    return {2}
  end
  redis.call('PEXPIRE', key, ARGV[3])
  return tonumber(lock.last)
end
if isWithdrawn(lock, me) then
  return {2}
end
local now = clock()
local ms, first
if lock.held then
  ms = left(key, lock)
else
  ms, first = kept(lock, now)
end
if ms <= 0 or first and first == node then
  local waiting = waits(lock.marks)
  if node then
    redis.call('ZREM', KEYS[2], node)
    waiting = redis.call('EXISTS', KEYS[2]) == 1
  end
  return grant(key, tonumber(lock.last), not lock.held and ' ' .. lock.since .. ' ',
    ' ' .. marks(waiting, '', lock.marks, now) .. ' ')
end
if not node then
  return {0, ms}
end
-- Those who hold it together let no others join them while this one waits.
local together = isTogether(lock)
if together or not waits(lock.marks) then
  local writer = together and ';?' .. string.format('%.0f', now + 5000) .. '@' .. node or ''
  local kept_for = string.match(lock.marks, ';>[^;]+') or ''
  local marked = redis.pcall('SET', key, text(lock, marks(true, kept_for .. writer, lock.marks, now)), 'KEEPTTL')
  -- That a server without memory has no place for one who waits is no reason to fail.
  if marked.err and not string.find(marked.err, 'OOM', 1, true) then
    return marked
  end
end
if node == '-' then
  return {0, ms, together and 1 or nil}
end
local ticket, before = stand(KEYS[2], node, ARGV[6], now)
return {0, ms, ticket, before, together and 1 or nil}
