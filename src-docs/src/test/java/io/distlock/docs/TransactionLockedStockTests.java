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

package io.distlock.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The documented locks of transactions keep what they say.
 */
@SpringBootTest(properties = "spring.datasource.generate-unique-name=true")
class TransactionLockedStockTests {

	private final ExecutorService threads = Executors.newFixedThreadPool(8);

	@Autowired
	private TransactionLockedStock stock;

	@Autowired
	private JdbcClient jdbc;

	@Test
	void unitsAreSoldAndMovedOnceEach() throws Exception {
		this.jdbc.sql("drop table if exists stock").update();
		this.jdbc.sql("create table stock (item varchar(20) primary key, units int)").update();
		this.jdbc.sql("insert into stock values ('teapot', 20), ('cup', 0)").update();
		List<Future<?>> moves = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			moves.add(this.threads.submit(() -> this.stock.move("teapot", "cup")));
			moves.add(this.threads.submit(() -> this.stock.move("cup", "teapot")));
		}
		for (Future<?> move : moves) {
			move.get(30, TimeUnit.SECONDS);
		}
		List<Future<Boolean>> buyers = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			buyers.add(this.threads.submit(() -> this.stock.takeOne("teapot")));
		}
		int sold = 0;
		for (Future<Boolean> buyer : buyers) {
			sold += buyer.get(30, TimeUnit.SECONDS) ? 1 : 0;
		}
		this.threads.shutdown();
		assertThat(sold).isEqualTo(20);
		assertThat(this.jdbc.sql("select sum(units) from stock").query(Integer.class).single()).isZero();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(TransactionLockedStock.class)
	static class Application {

	}

}
