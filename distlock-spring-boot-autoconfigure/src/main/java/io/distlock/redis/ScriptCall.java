package io.distlock.redis;

import java.util.List;

/**
 * A script to run.
 *
 * @param script the script
 * @param keys the keys that it touches, all in one slot unless the transport is no
 * cluster
 * @param arguments its arguments
 * @param purpose what it is for, in messages, such as {@code acquire 'orders:42'}
 * @since 0.1.0
 */
public record ScriptCall(LockScript script, List<String> keys, List<String> arguments, String purpose) {

}
