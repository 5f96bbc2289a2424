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
 * What a supplier sends.
 *
 * @param item what is delivered
 * @param units how many there are from now on, 100 if nothing is said
 */
record StockForm(@Nullable String item, @Nullable Integer units) {

	private static final int USUAL = 100;

	private static final int MOST = 100_000;

	String checkedItem() {
		return OrderForm.checkedText("item", this.item);
	}

	int checkedUnits() {
		int checked = (this.units != null) ? this.units : USUAL;
		if (checked < 0 || checked > MOST) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "'units' must lie between 0 and " + MOST);
		}
		return checked;
	}

}
