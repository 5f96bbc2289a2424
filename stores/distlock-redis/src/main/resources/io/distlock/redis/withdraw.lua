-- Remembers that an attempt has ended, which may still be on its way and must not be granted then.
-- times: see free
local function withdraw(key, lock, owner, times, now)
  local mark = ';!' .. owner .. '@' .. string.format('%.0f', now + string.match(times, '^%d+'))
  if not lock then
    local token = string.format('%016.0f', now * 1000)
    lock = {last = token, since = token, owner = '-', marks = '-'}
  end
  local value = text(lock, marks(waits(lock.marks), standing(lock.marks) .. mark, lock.marks, now))
  if lock.held then
    redis.pcall('SET', key, value, 'KEEPTTL')
  else
    redis.pcall('SET', key, value, 'PX', retention(lock, times))
  end
end
