// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Description of an error.
 *
 * @param error the error message
 * @since 0.1.0
 */
public record ErrorDescriptor(String error) implements OperationResponseBody {

}
