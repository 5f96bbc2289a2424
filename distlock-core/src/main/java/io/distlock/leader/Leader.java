// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The leader of a role, as reported by the store or by the leader itself. A snapshot for
 * people; it decides nothing.
 *
 * @param role the role
 * @param node the node that leads, as it named itself
 * @param term the number of its term, {@code null} where another node leads, which alone
 * knows it
 * @param ledFor for how long it has led, {@code null} where another node leads
 * @param remaining what is left of its lease without another renewal
 * @since 0.1.0
 */
public record Leader(String role, String node, @Nullable Long term, @Nullable Duration ledFor, Duration remaining) {

}
