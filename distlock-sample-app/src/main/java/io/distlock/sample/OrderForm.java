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

package io.distlock.sample;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * What a customer sends.
 *
 * @param item what is ordered
 * @param customer who orders it
 */
record OrderForm(@Nullable String item, @Nullable String customer) {

	String checkedItem() {
		return checkedText("item", this.item);
	}

	String checkedCustomer() {
		return checkedText("customer", this.customer);
	}

	static String checkedText(String name, @Nullable String text) {
		if (text == null || text.isBlank() || text.length() > 100) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST,
					"'%s' must have between 1 and 100 characters".formatted(name));
		}
		return text;
	}

}
