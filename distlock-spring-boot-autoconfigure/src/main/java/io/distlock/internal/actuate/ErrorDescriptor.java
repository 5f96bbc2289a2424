// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Why there is no answer.
 *
 * @param error what went wrong
 * @since 0.1.0
 */
public record ErrorDescriptor(String error) implements OperationResponseBody {

}
