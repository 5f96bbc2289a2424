// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.process;

import java.util.List;

/**
 * How a process reaches the store, by a network of its own.
 *
 * @param arguments the first arguments of its program
 * @param cut resets its connections, and each new one
 * @param reconnect lets it connect again
 * @param close ends the network
 * @since 0.1.0
 */
public record NodeConnection(List<String> arguments, Runnable cut, Runnable reconnect, Runnable close) {

}
