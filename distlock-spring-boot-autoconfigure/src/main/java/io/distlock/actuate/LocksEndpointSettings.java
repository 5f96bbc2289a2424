// SPDX-License-Identifier: Apache-2.0

package io.distlock.actuate;

/**
 * Identity of this node.
 *
 * @param node the name of the node
 * @param keyPrefix the prefix of all its keys
 * @since 0.1.0
 */
public record LocksEndpointSettings(String node, String keyPrefix) {

}
