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

package io.distlock.benchmark.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JVMs that use one store, each with one product. They stay until the end, so that all
 * rounds find them warm.
 */
public final class Fleet implements AutoCloseable {

	private final String store;

	private final String address;

	private final Map<String, List<Member>> members = new LinkedHashMap<>();

	/**
	 * Create an empty fleet.
	 * @param store the name of its suite
	 * @param address where it is
	 */
	public Fleet(String store, String address) {
		this.store = store;
		this.address = address;
	}

	/**
	 * Return JVMs with a product, which are started as far as they are missing.
	 * @param entry the product
	 * @param number how many
	 */
	public List<Member> members(String entry, int number) throws IOException {
		List<Member> own = this.members.computeIfAbsent(entry, (name) -> new ArrayList<>());
		List<Member> started = new ArrayList<>();
		while (own.size() < number) {
			Member member = new Member(this.store, this.address, entry);
			own.add(member);
			started.add(member);
		}
		for (Member member : started) {
			member.answer("READY");
		}
		return own.subList(0, number);
	}

	@Override
	public void close() throws IOException {
		for (List<Member> own : this.members.values()) {
			for (Member member : own) {
				member.close();
			}
		}
	}

}
