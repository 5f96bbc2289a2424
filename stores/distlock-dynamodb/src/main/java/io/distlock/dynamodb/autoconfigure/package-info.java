// SPDX-License-Identifier: Apache-2.0

/**
 * Auto-configuration for locks in DynamoDB.
 */
@NullMarked
package io.distlock.dynamodb.autoconfigure;

import org.jspecify.annotations.NullMarked;
