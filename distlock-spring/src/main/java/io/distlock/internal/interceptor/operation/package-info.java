// SPDX-License-Identifier: Apache-2.0

/**
 * Metadata of locked methods, parsed once from annotations into immutable operations.
 */
@NullMarked
package io.distlock.internal.interceptor.operation;

import org.jspecify.annotations.NullMarked;
