-- Grants several locks if all of them are free, and touches none of them otherwise.
-- KEYS: locks
-- ARGV: owner, tokens less one, time to live in ms, lease and retention in ms and holder
-- Returns: {1, last token of each} granted; {0} busy; {2} the attempt has ended before it came
local locks, now = {}, clock()
for n, key in ipairs(KEYS) do
  local value = redis.pcall('GET', key)
  local lock = type(value) == 'string' and read(value)
  if value and not lock then
    return foreign(key)
  end
  if lock then
    local mine = lock.owner == ARGV[1]
    if mine and not lock.held or isWithdrawn(lock, ARGV[1]) then
      return {2}
    end
    if not mine and (lock.held and left(key, lock) or kept(lock, now)) > 0 then
      return {0}
    end
  end
  locks[n] = lock
end
local reply = {1}
for n, key in ipairs(KEYS) do
  local lock = locks[n]
  if not lock then
    reply[n + 1] = grant(key, 0, nil, ' - ')
  elseif lock.held and lock.owner == ARGV[1] then
    redis.call('PEXPIRE', key, ARGV[3])
    reply[n + 1] = tonumber(lock.last)
  else
    reply[n + 1] = grant(key, tonumber(lock.last), not lock.held and ' ' .. lock.since .. ' ',
      ' ' .. marks(waits(lock.marks), '', lock.marks, now) .. ' ')
  end
end
return reply
