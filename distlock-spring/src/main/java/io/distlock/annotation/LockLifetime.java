/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.annotation;

/**
 * What the lock of a method ends with.
 *
 * @since 0.1.0
 */
public enum LockLifetime {

	/**
	 * A lock in the store, with a lease, that ends with the method, or with the
	 * transaction of the caller that the method is part of.
	 */
	METHOD,

	/**
	 * A lock of the transaction of the method: it is taken on the transaction's own
	 * connection, as its first statement, and ends with it, without any lease. For
	 * methods that return when their work is done, in transactions of a database, at READ
	 * COMMITTED.
	 */
	TRANSACTION

}
