// SPDX-License-Identifier: Apache-2.0

/**
 * Locks and jobs in Amazon DynamoDB.
 */
@NullMarked
package io.distlock.dynamodb;

import org.jspecify.annotations.NullMarked;
